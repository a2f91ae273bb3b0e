package draw

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// labelColors is how many colours movers with labels take turns in.
const labelColors = 8

// How long an animation rests before the first step and after the last.
const (
	restBefore = time.Second
	restAfter  = 2 * time.Second
)

// The colours, for light and for dark surroundings, as custom properties.
const (
	lightColors = "--page:#fff;--ink:#1f2328;--faint:#59636e;--floor:#f0ede6;--line:#e2ddd2;--wall:#5d6673;--target:#c2410c;--box:#d9a253;--boxline:#855a1b;" +
		"--done:#57ab6b;--doneline:#226234;--figure:#2f6fdb;--figureline:#173f85;--eye:#fff;" +
		"--a0:#2563c9;--a1:#b93a3a;--a2:#237a3c;--a3:#8a45b8;--a4:#a65a00;--a5:#0d7680;--a6:#a8326f;--a7:#55606e;--letter:#fff"
	darkColors = "--page:#15181d;--ink:#e8eaed;--faint:#9aa4b0;--floor:#262b33;--line:#313843;--wall:#6b7585;--target:#ff9a5c;--box:#b57f36;--boxline:#f0c583;" +
		"--done:#37854d;--doneline:#9fdcaf;--figure:#6ea6ff;--figureline:#d5e4ff;--eye:#10151d;" +
		"--a0:#7fb0ff;--a1:#ff8f8f;--a2:#74d18e;--a3:#cf9cf2;--a4:#f0ae5a;--a5:#5fd0da;--a6:#f58cc2;--a7:#b6c0cc;--letter:#10151d"
)

// writeStyle writes the style sheet. Its rules hold below this picture only.
func (d *document) writeStyle() {
	rule := func(selectors, body string) {
		for i, one := range strings.Split(selectors, ",") {
			if i > 0 {
				d.printf(",")
			}
			d.printf("#%s%s", d.id, strings.TrimPrefix(" "+one, " &"))
		}
		d.printf("{%s}\n", body)
	}
	d.printf("<style>\n")
	rule("&", lightColors+";max-width:100%;height:auto;font-family:system-ui,sans-serif")
	d.printf("@media (prefers-color-scheme:dark){#%s{%s}}\n", d.id, darkColors)
	rule(".page", "fill:var(--page)")
	rule("text", "text-anchor:middle")
	rule(".title", "fill:var(--ink);font-weight:600;font-size:"+strconv.Itoa(d.layout.font)+"px")
	rule(".caption", "fill:var(--faint);font-size:"+strconv.Itoa(d.layout.small)+"px")
	rule(".floor", "fill:url(#"+d.id+"-grid)")
	rule(".ground", "fill:var(--floor)")
	rule(".line", "fill:none;stroke:var(--line);stroke-width:.05")
	rule(".wall", "fill:var(--wall)")
	rule(".floor,.wall", "shape-rendering:crispEdges")
	rule(".target", "fill:none;stroke:var(--target);stroke-width:.1")
	rule(".box,.disc", "--fill:var(--box);--edge:var(--boxline)")
	rule(".figure", "--fill:var(--figure);--edge:var(--figureline)")
	rule(".arrived", "--fill:var(--done);--edge:var(--doneline)")
	rule(".body", "fill:var(--fill);stroke:var(--edge);stroke-width:.06")
	rule(".hidden", "opacity:0")
	rule(".mark", "fill:none;stroke:var(--edge);stroke-width:.06;stroke-linecap:round")
	rule(".eye", "fill:var(--eye)")
	for i := range labelColors {
		n := strconv.Itoa(i)
		rule(".a"+n, "--fill:var(--a"+n+");--edge:var(--a"+n+")")
	}
	rule(".agent text", "fill:var(--letter);font-size:11px;font-weight:700")
	rule(".goal rect", "fill:none;stroke:var(--edge);stroke-width:.07;stroke-dasharray:.16 .1")
	rule(".goal text", "fill:var(--edge);font-size:11px;font-weight:600")
	rule(".trails path", "fill:none;stroke:var(--edge);stroke-width:.08;stroke-linecap:round;stroke-linejoin:round;opacity:.75")
	rule(".trails .figure path", "stroke-dasharray:.02 .16;opacity:.8")
	rule(".trails circle", "fill:var(--edge)")
	rule(".time", "fill:var(--faint);display:none")
	if d.moves {
		d.writeMotion()
	}
	d.printf("</style>\n")
}

// writeMotion writes the keyframes of what moves or arrives, for readers who do
// not ask for less motion. They hold the turns only.
func (d *document) writeMotion() {
	whole := restBefore + d.style.Pace*time.Duration(len(d.scene.Steps)) + restAfter
	seconds := strconv.FormatFloat(whole.Seconds(), 'f', -1, 64) + "s"
	when := func(step int) string {
		at := 100 * (restBefore + d.style.Pace*time.Duration(step)).Seconds() / whole.Seconds()
		return strconv.FormatFloat(math.Round(at*1e4)/1e4, 'f', -1, 64) + "%"
	}
	d.printf("@media (prefers-reduced-motion:no-preference){\n#%s .trails{display:none}\n", d.id)
	d.printf("#%s .time{display:inline;transform-box:fill-box;transform-origin:left;animation:%s-time %s linear infinite}\n", d.id, d.id, seconds)
	d.printf("@keyframes %s-time{0%%,%s{transform:scaleX(0)}%s,100%%{transform:scaleX(1)}}\n", d.id, when(0), when(len(d.scene.Steps)))
	cols := d.scene.Cols
	for i, way := range d.ways {
		if len(way) < 2 {
			continue
		}
		d.printf("#%s-%d{animation:%s-m%d %s linear infinite}\n@keyframes %s-m%d{0%%,", d.id, i, d.id, i, seconds, d.id, i)
		for k, key := range way {
			moment := when(key.step)
			if k == len(way)-1 {
				moment += ",100%"
			}
			d.printf("%s{transform:translate(%dpx,%dpx)}", moment, key.place%cols, key.place/cols)
		}
		d.printf("}\n")
		if len(d.arrivals[i]) == 1 || d.scene.Movers[i].Label != 0 {
			continue
		}
		d.printf("#%s-%d-arrived{animation:%s-c%d %s step-end infinite}\n@keyframes %s-c%d{", d.id, i, d.id, i, seconds, d.id, i)
		for k, c := range d.arrivals[i] {
			moment, opacity := when(c.step), 0
			if k == 0 {
				moment = "0%"
			}
			if c.arrived {
				opacity = 1
			}
			d.printf("%s{opacity:%d}", moment, opacity)
		}
		d.printf("}\n")
	}
	d.printf("}\n")
}
