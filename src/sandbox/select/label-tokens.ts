/** A piece of a label selector; `wrong` are symbols that mean nothing together. */
export type LabelToken = {readonly kind: Symbol | 'name' | 'end' | 'wrong'; readonly text: string};

type Symbol = (typeof SYMBOLS)[number] | 'in' | 'notin';

const SYMBOLS = [')', ',', '!', '==', '=', '>', '<', '!=', '('] as const;

const SPECIAL = '=!(),><';
const BLANK = ' \t\r\n';

const isSymbol = (text: string): text is (typeof SYMBOLS)[number] => (SYMBOLS as readonly string[]).includes(text);

/** Takes the text of a label selector apart as the server does. The last token is the end. */
export function labelTokens(text: string): readonly LabelToken[] {
  const tokens: LabelToken[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && BLANK.includes(text.charAt(at))) at++;
    if (at >= text.length) return [...tokens, {kind: 'end', text: ''}];
    const token = SPECIAL.includes(text.charAt(at)) ? symbolAt(text, at) : wordAt(text, at);
    tokens.push(
      token.kind === 'wrong' ? {kind: 'wrong', text: `error expected: keyword found '${token.text}'`} : token,
    );
    at += token.text.length;
  }
}

/** The longest symbol that stands here: `!=` rather than `!`. */
function symbolAt(text: string, start: number): LabelToken {
  const pair = text.slice(start, start + 2);
  if (isSymbol(pair)) return {kind: pair, text: pair};
  const single = text.charAt(start);
  return isSymbol(single) ? {kind: single, text: single} : {kind: 'wrong', text: single};
}

function wordAt(text: string, start: number): LabelToken {
  let end = start;
  while (end < text.length && !SPECIAL.includes(text.charAt(end)) && !BLANK.includes(text.charAt(end))) end++;
  const word = text.slice(start, end);
  return {kind: word === 'in' || word === 'notin' ? word : 'name', text: word};
}
