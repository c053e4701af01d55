import {basename} from 'node:path';
import ts from 'typescript';
import {visit} from '../rules/source-file.ts';

/** A text of a file that people read. `text` is the source with code replaced by as many characters, so that offsets stay. */
export type Text = {
  readonly kind: 'docstring' | 'comment' | 'message' | 'title' | 'prose';
  readonly start: number;
  readonly text: string;
};

/** Stands for code inside of a text: an expression of a template, inline code of Markdown. */
const CODE = '·';

/** Returns the texts of a file: of tests and shared suites their titles, of Markdown and YAML the prose, of other sources comments and messages. */
export function textsOf(path: string, source: string): readonly Text[] {
  if (path.endsWith('.md')) return [{kind: 'prose', start: 0, text: withoutCode(source)}];
  if (/\.ya?ml$/.test(path)) return [{kind: 'prose', start: 0, text: source}];
  const tree = ts.createSourceFile(basename(path), source, ts.ScriptTarget.Latest, true);
  return /(?:^|\/)test\//.test(path) ? titlesIn(tree) : [...commentsIn(tree), ...messagesIn(tree)];
}

const withoutCode = (source: string): string =>
  source.replaceAll(/^( *)```[^]*?^\1```$|`[^`\n]*`|\]\([^)\n]*\)|https?:\/\/\S+/gm, (code) =>
    code.replaceAll(/[^\n]/g, CODE),
  );

function commentsIn(tree: ts.SourceFile): readonly Text[] {
  const found = new Map<number, Text>();
  const see = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(tree.text, node.end) ?? []),
    ];
    for (const {pos, end} of ranges) {
      const text = tree.text.slice(pos, end);
      const kind = text.startsWith('/**') ? 'docstring' : 'comment';
      const prose = text.replaceAll(/^\/\*\*?|\*\/$|^\s*\*|^\/\/|`[^`\n]*`/gm, (mark) => mark.replaceAll(/./g, blank));
      found.set(pos, {kind, start: pos, text: prose});
    }
    // A literal has no comments inside, whatever its text looks like.
    if (!ts.isJSDoc(node)) for (const child of node.getChildren(tree)) see(child);
  };
  see(tree);
  return [...found.values()];
}

const blank = (character: string): string => (/\s/.test(character) || '/*'.includes(character) ? ' ' : CODE);

/** Literals of several words: the others are keys, codes and names. */
function messagesIn(tree: ts.SourceFile): readonly Text[] {
  const texts: Text[] = [];
  visit(tree, (node) => {
    if (!isText(node) || ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return;
    const text = literalText(node);
    if (/[a-z·][,:;]? [a-z·]/i.test(text)) texts.push({kind: 'message', start: node.getStart(), text});
  });
  return texts;
}

const TITLED = new Set(['it', 'test', 'describe']);

function titlesIn(tree: ts.SourceFile): readonly Text[] {
  const texts: Text[] = [];
  visit(tree, (node) => {
    if (!ts.isCallExpression(node) || !TITLED.has(rootOf(node.expression))) return;
    const [title] = node.arguments;
    if (title !== undefined && isText(title))
      texts.push({kind: 'title', start: title.getStart(), text: literalText(title)});
  });
  return texts;
}

/** `it` of `it.each(table)` and of `it.skipIf(never)`. */
function rootOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? rootOf(node.expression) : '';
}

type TextNode = ts.StringLiteralLike | ts.TemplateExpression;

const isText = (node: ts.Node): node is TextNode => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Returns the literal as it is written, without its quotes, and with its expressions blanked out. */
function literalText(node: TextNode): string {
  const text = ` ${node.getText().slice(1, -1)} `;
  if (!ts.isTemplateExpression(node)) return text;
  const from = node.getStart();
  let blanked = text;
  for (const {expression} of node.templateSpans) {
    const [start, end] = [expression.getStart() - from, expression.getEnd() - from];
    blanked = blanked.slice(0, start) + CODE.repeat(end - start) + blanked.slice(end);
  }
  return blanked;
}
