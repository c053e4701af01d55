import ts from 'typescript';

/** An exported declaration, by each of its names. Overloads of a function are declarations of their own. */
export type Exported = {readonly name: string; readonly node: ts.Statement};

/** Returns what a file exports by declaring it; re-exports are not declarations. */
export const exportedBy = (tree: ts.SourceFile): readonly Exported[] =>
  tree.statements.filter(isExported).flatMap((node) => namesOf(node).map((name) => ({name, node})));

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({kind}) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

function namesOf(node: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({name}) => name.getText());
  const isNamed = ts.isFunctionDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed && node.name !== undefined ? [node.name.text] : [];
}
