import ts from 'typescript';
import {exportedBy} from './exported.ts';
import type {SourceFile, Violations} from './source-file.ts';

/** Every exported name has a docstring; of an overloaded function, one overload. */
export const docstrings = (files: readonly SourceFile[]): Violations =>
  files.flatMap(({path, tree}) => {
    const exported = exportedBy(tree);
    const documented = new Set(
      exported.filter(({node}) => ts.getJSDocCommentsAndTags(node).length > 0).map(({name}) => name),
    );
    const names = new Set(exported.map(({name}) => name).filter((name) => !documented.has(name)));
    return [...names].map((name) => `${path}: ${name} has no docstring`);
  });
