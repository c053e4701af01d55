/** A token of a label selector. `wrong` stands for a sequence of symbols without a meaning. */
export type LabelToken = {readonly kind: Symbol | 'name' | 'end' | 'wrong'; readonly text: string};

type Symbol = (typeof SYMBOLS)[number] | 'in' | 'notin';

const SYMBOLS = [')', ',', '!', '==', '=', '>', '<', '!=', '('] as const;

const SPECIAL = '=!(),><';
const BLANK = ' \t\r\n';

const isSymbol = (text: string): text is (typeof SYMBOLS)[number] => (SYMBOLS as readonly string[]).includes(text);

/** Splits a label selector into tokens, as the server does. The last token is the end. */
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

/** Returns the longest symbol at a position: `!=` rather than `!`. */
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
