import ts from 'typescript';
import {type SourceFile, type Violations, visit} from './source-file.ts';

/** The files that start programs without `runProgram` of src/lib/run-program.ts, and why. */
const MAY_START: Readonly<Record<string, string>> = {
  'src/lib/start-program.ts': 'it is the one way to start a program; run-program.ts waits for its end',
  'src/lib/process-identity.ts': 'asks ps while a lock is judged, which cannot wait',
  'src/adapters/git/ask-git.ts': 'reads one blob for a reader of files, which cannot wait',
};

const MODULES = new Set(['node:child_process', 'child_process', 'execa']);

/** A program is started by one function, with an array of arguments, limits and a signal. */
export function programStarters(files: readonly SourceFile[]): Violations {
  const found = files.filter(({tree}) => startsPrograms(tree)).map(({path}) => path);
  return [
    ...found
      .filter((path) => MAY_START[path] === undefined)
      .map((path) => `${path}: starts a program by itself; use src/lib/run-program.ts or src/lib/start-program.ts`),
    ...Object.keys(MAY_START)
      .filter((path) => files.some((one) => one.path === path) && !found.includes(path))
      .map((path) => `${path}: starts no program any more; take it out of scripts/rules/program-starters.ts`),
  ];
}

function startsPrograms(tree: ts.SourceFile): boolean {
  let found = false;
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node) && isModule(node.moduleSpecifier) && node.importClause?.isTypeOnly !== true)
      found = true;
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      isModule(node.arguments[0])
    )
      found = true;
  });
  return found;
}

const isModule = (node: ts.Node | undefined): boolean =>
  node !== undefined && ts.isStringLiteral(node) && MODULES.has(node.text);
