import ts from 'typescript';
import {type SourceFile, type Violations, visit} from './source-file.ts';

const MOST = 4;

/** A function with more parameters is called with the wrong ones: what belongs together is one object. */
export function parameters(files: readonly SourceFile[]): Violations {
  return files.flatMap(({path, tree}) => {
    const found: string[] = [];
    visit(tree, (node) => {
      if (!ts.isFunctionLike(node) || node.parameters.length <= MOST) return;
      const {line} = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}: ${node.parameters.length} parameters; at most ${MOST}`);
    });
    return found;
  });
}
