package sokoban

// paged is a list that grows without being copied, which would take long for
// millions of items.
type paged[T any] struct {
	pages [][]T
	size  int
}

// pageItems is how many items a page of a list holds.
const pageItems = 1 << 12

// add appends an item.
func (p *paged[T]) add(item T) {
	if p.size == pageItems*len(p.pages) {
		p.pages = append(p.pages, make([]T, pageItems))
	}
	p.size++
	*p.at(p.size - 1) = item
}

// at is where item i is kept.
func (p *paged[T]) at(i int) *T { return &p.pages[i/pageItems][i%pageItems] }
