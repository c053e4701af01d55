// Prints the types that Go packages declare, as JSON: package → type → its fields, or what it is made of.
//
//	go run main.go IMPORT/PATH=DIRECTORY...
//
// Types are written as Go writes them, with the path of their package in front of each name that is declared in one:
// `[]k8s.io/api/core/v1.Container`. Only what is written in the files is read: nothing is compiled, no import is followed.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

type field struct {
	// Empty for an embedded struct.
	Name string `json:"name"`
	Type string `json:"type"`
	// What encoding/json is told of it: `name,omitempty`.
	JSON string `json:"json"`
}

// A struct has fields, everything else is of another type.
type declared struct {
	Fields []field `json:"fields,omitempty"`
	Of     string  `json:"of,omitempty"`
}

func main() {
	log.SetFlags(0)
	packages := map[string]map[string]declared{}
	for _, argument := range os.Args[1:] {
		name, directory, _ := strings.Cut(argument, "=")
		packages[name] = read(name, directory)
	}
	if err := json.NewEncoder(os.Stdout).Encode(packages); err != nil {
		log.Fatal(err)
	}
}

func read(name, directory string) map[string]declared {
	files, err := filepath.Glob(filepath.Join(directory, "*.go"))
	if err != nil {
		log.Fatal(err)
	}
	found := map[string]declared{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			log.Fatal(err)
		}
		paths := importsOf(tree)
		for _, declaration := range tree.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok || general.Tok != token.TYPE {
				continue
			}
			for _, one := range general.Specs {
				spec := one.(*ast.TypeSpec)
				found[spec.Name.Name] = declare(spec.Type, name, paths)
			}
		}
	}
	return found
}

func declare(expression ast.Expr, own string, paths map[string]string) declared {
	structure, ok := expression.(*ast.StructType)
	if !ok {
		return declared{Of: write(expression, own, paths)}
	}
	fields := []field{}
	for _, one := range structure.Fields.List {
		kind, tag := write(one.Type, own, paths), ""
		if one.Tag != nil {
			text, _ := strconv.Unquote(one.Tag.Value)
			tag = reflect.StructTag(text).Get("json")
		}
		if len(one.Names) == 0 {
			fields = append(fields, field{Type: kind, JSON: tag})
		}
		for _, name := range one.Names {
			fields = append(fields, field{Name: name.Name, Type: kind, JSON: tag})
		}
	}
	return declared{Fields: fields}
}

func write(expression ast.Expr, own string, paths map[string]string) string {
	switch kind := expression.(type) {
	case *ast.Ident:
		if types.Universe.Lookup(kind.Name) != nil {
			return kind.Name
		}
		return own + "." + kind.Name
	case *ast.SelectorExpr:
		return paths[kind.X.(*ast.Ident).Name] + "." + kind.Sel.Name
	case *ast.StarExpr:
		return "*" + write(kind.X, own, paths)
	case *ast.ArrayType:
		if kind.Len == nil {
			return "[]" + write(kind.Elt, own, paths)
		}
	case *ast.MapType:
		return "map[" + write(kind.Key, own, paths) + "]" + write(kind.Value, own, paths)
	}
	// Functions, interfaces and the like are in no object.
	return types.ExprString(expression)
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// The paths of the packages that a file imports, by the names it has for them.
func importsOf(tree *ast.File) map[string]string {
	paths := map[string]string{}
	for _, one := range tree.Imports {
		from, _ := strconv.Unquote(one.Path.Value)
		name := path.Base(from)
		if one.Name != nil {
			name = one.Name.Name
		} else if majorVersion.MatchString(name) && !strings.HasPrefix(from, "k8s.io/") {
			// The last part of a module's path is its version, and not its name.
			name = path.Base(path.Dir(from))
		}
		paths[name] = from
	}
	return paths
}
