import {globSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import ts from 'typescript';

/** One file of src, read. */
export type SourceFile = {
  /** From the root of the repository. */
  readonly path: string;
  readonly tree: ts.SourceFile;
  /** The files that it imports, types and lazy imports included. */
  readonly imports: readonly string[];
};

/** The violations of a rule: `file: what`. */
export type Violations = readonly string[];

/** Reads every file of src. */
export const readSources = (): readonly SourceFile[] =>
  globSync('src/**/*.ts').map((path) => parseSource(path, readFileSync(path, 'utf8')));

export function parseSource(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = new Set<string>();
  visit(tree, (node) => {
    const specifier = specifierOf(node);
    if (specifier?.startsWith('.')) imports.add(normalize(join(dirname(path), specifier)));
  });
  return {path, tree, imports: [...imports]};
}

/** Calls `see` with a node and everything below it. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function specifierOf(node: ts.Node): string | undefined {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
    return node.argument.literal.text;
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const [argument] = node.arguments;
  return argument !== undefined && ts.isStringLiteral(argument) ? argument.text : undefined;
}
