import ts from 'typescript';
import {type SourceFile, type Violations, visit} from './source-file.ts';

/**
 * No member of an object is spread on a condition (`...(x === undefined ? {} : {x})`). A member that may be `undefined` is written as it is;
 * where absence matters, `lib/defined.ts` leaves it out. Several members on one condition may be spread.
 */
export function conditionalSpreads(files: readonly SourceFile[]): Violations {
  const violations: string[] = [];
  for (const {path, tree} of files)
    visit(tree, (node) => {
      if (!ts.isSpreadAssignment(node) || !isConditionalMember(plain(node.expression))) return;
      const {line} = tree.getLineAndCharacterOfPosition(node.getStart());
      violations.push(`${path}:${line + 1}: ${node.getText()} is a conditional spread of one member`);
    });
  return violations;
}

function isConditionalMember(node: ts.Expression): boolean {
  if (ts.isConditionalExpression(node)) {
    const [first, second] = [plain(node.whenTrue), plain(node.whenFalse)];
    return (isEmpty(first) && hasOneMember(second)) || (hasOneMember(first) && isEmpty(second));
  }
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
    hasOneMember(plain(node.right))
  );
}

const plain = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? plain(node.expression) : node;

const isEmpty = (node: ts.Expression): boolean => ts.isObjectLiteralExpression(node) && node.properties.length === 0;

const hasOneMember = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) && node.properties.length === 1;
