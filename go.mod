module github.com/gridmill/gridmill

go 1.26
