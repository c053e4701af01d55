import ts from 'typescript';
import {type SourceFile, type Violations, visit} from './source-file.ts';

const MOST = 4;

/** A function takes at most four parameters: what more it needs belongs together, and has a name. */
export const parameters = (files: readonly SourceFile[]): Violations =>
  files.flatMap(({path, tree}) => {
    const found: string[] = [];
    visit(tree, (node) => {
      if (!ts.isFunctionLike(node) || node.parameters.length <= MOST || isCallback(node)) return;
      found.push(`${path}: ${nameOf(node)} has ${node.parameters.length} parameters, and at most ${MOST} are allowed`);
    });
    return found;
  });

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent)
    ? node.parent.name.getText()
    : 'a function';
}

/** The function that is called decides what it is given. */
const isCallback = ({parent}: ts.Node): boolean => ts.isCallExpression(parent);
