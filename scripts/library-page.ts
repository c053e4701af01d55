import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import ts from 'typescript';

const INDEX = join(import.meta.dirname, '..', 'src', 'index.ts');

/** Returns the reference of the library: each export of the package with its docstring and its declaration, functions first. */
export function libraryPage(): string {
  const index = parsed(INDEX);
  const exports = index.statements.filter(ts.isExportDeclaration).flatMap((statement) => exportsOf(statement));
  const [types, functions] = [exports.filter(({isType}) => isType), exports.filter(({isType}) => !isType)];
  return [
    '# The library',
    'The exports of the package `gantry`. [Gantry in your own program](../guides/library.md) shows how to use them. All are stable: they change only with a new major version. A new member of a result or a new type of event is not such a change.',
    '## Functions',
    ...functions.map(section),
    '## Types',
    ...types.map(section),
  ].join('\n\n');
}

type Export = {readonly name: string; readonly isType: boolean; readonly docs: string; readonly code: string};

function exportsOf({moduleSpecifier, exportClause, isTypeOnly}: ts.ExportDeclaration): readonly Export[] {
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
  const file = parsed(join(dirname(INDEX), moduleSpecifier.text));
  return exportClause.elements.map((element) => ({
    isType: isTypeOnly || element.isTypeOnly,
    ...declarationOf(file, element.name.text),
  }));
}

function declarationOf(file: ts.SourceFile, name: string): Omit<Export, 'isType'> {
  const statement = file.statements.find((one) => namesOf(one).includes(name));
  if (statement === undefined) throw new Error(`${file.fileName} does not declare ${name}`);
  const docs = ts.getJSDocCommentsAndTags(statement).map((one) => docText(one.getText(file)));
  return {name, docs: docs.join('\n'), code: codeOf(statement, file)};
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({name}) => name.getText());
  const isNamed =
    ts.isTypeAliasDeclaration(statement) || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

/** Returns the declaration without bodies and values. */
function codeOf(statement: ts.Statement, file: ts.SourceFile): string {
  if (ts.isFunctionDeclaration(statement)) return signature(`function ${statement.name?.text}`, statement, file);
  if (ts.isClassDeclaration(statement)) {
    const members = statement.members.filter((member) => !ts.isConstructorDeclaration(member));
    const lines = members.map((member) => `  ${memberText(member, file)};`);
    return `class ${statement.name?.text} ${statement.heritageClauses?.map((one) => one.getText(file)).join(' ')} {\n${lines.join('\n')}\n}`;
  }
  const value = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
  if (value?.initializer !== undefined && ts.isArrowFunction(value.initializer))
    return signature(`function ${value.name.getText(file)}`, value.initializer, file);
  return statement.getText(file).replace(/^export /, '');
}

const memberText = (member: ts.ClassElement, file: ts.SourceFile): string =>
  ts.isGetAccessor(member)
    ? `readonly ${member.name.getText(file)}: ${member.type?.getText(file)}`
    : member.getText(file).replace(/;$/, '');

const signature = (head: string, {parameters, type}: ts.SignatureDeclaration, file: ts.SourceFile): string =>
  `${head}(${parameters.map((one) => one.getText(file).replace(/ = \{\}$/, '')).join(', ')}): ${type?.getText(file)}`;

const docText = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/^@throws /gm, '\nThrows: ')
    .trim();

const section = ({name, docs, code}: Export): string => [`### ${name}`, docs, `\`\`\`ts\n${code}\n\`\`\``].join('\n\n');

const parsed = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
