import {
  BLANK,
  BREAK,
  charAt,
  columnOf,
  endSpan,
  FLOW_INDICATOR,
  insert,
  isAtMarker,
  isBlankOrEnd,
  type Scanner,
  saveKey,
  skipBreak,
  skipLine,
  spacesAfter,
} from './libyaml-scanner.ts';

/** Moves over an anchor, an alias or a tag. */
export function scanProperty(scanner: Scanner): void {
  saveKey(scanner);
  const end = charAt(scanner) === '!' && charAt(scanner, 1) === '<' ? /[>\n\r]/ : /[\t\n\r ,[\]{}]/;
  do scanner.at++;
  while (charAt(scanner) !== '' && !end.test(charAt(scanner)));
  if (charAt(scanner) === '>') scanner.at++;
}

/** Moves over a text after `|` or `>`: to the first line that is indented less than its content. */
export function scanBlockText(scanner: Scanner): void {
  scanner.at++;
  let content = 0;
  for (let char = charAt(scanner); /[-+\d]/.test(char); char = charAt(scanner)) {
    if (/\d/.test(char)) content = Math.max(scanner.indent, 0) + Number(char);
    scanner.at++;
  }
  skipLine(scanner);
  let deepest = Math.max(scanner.indent + 1, 1);
  while (charAt(scanner) !== '') {
    skipBreak(scanner, false);
    const spaces = spacesAfter(scanner.text, scanner.at);
    const first = charAt(scanner, spaces);
    const isBlank = first === '' || BREAK.test(first);
    deepest = Math.max(deepest, spaces);
    if (!isBlank && content === 0) content = deepest;
    if (!isBlank && spaces < content) break;
    scanner.at += spaces;
    skipLine(scanner);
  }
  scanner.isKeyAllowed = true;
  scanner.key = undefined;
}

/** Moves over a text in quotes, over several lines too. */
export function scanQuoted(scanner: Scanner): void {
  saveKey(scanner);
  const quote = charAt(scanner);
  const start = scanner.at++;
  for (let char = charAt(scanner); char !== ''; char = charAt(scanner)) {
    if (BREAK.test(char)) skipBreak(scanner, true);
    else if (quote === '"' && char === '\\') scanEscape(scanner);
    else if (char !== quote) scanner.at++;
    else if (quote === "'" && charAt(scanner, 1) === "'") scanner.at += 2;
    else break;
  }
  endSpan(scanner, start);
  scanner.at++;
}

function scanEscape(scanner: Scanner): void {
  const escaped = charAt(scanner, 1);
  if (escaped === "'") scanner.edits.push({at: scanner.at + 1, remove: 1, insert: 'x27'});
  scanner.at += BREAK.test(escaped) ? 1 : 2;
}

/** Moves over a text without quotes. In a flow collection it gets quotes where a parser of YAML 1.2 would end it earlier. */
export function scanPlain(scanner: Scanner): void {
  saveKey(scanner);
  const start = scanner.at;
  const isInFlow = scanner.flowDepth > 0;
  let end = start;
  let needsQuotes = isInFlow && charAt(scanner) === '-' && FLOW_INDICATOR.test(charAt(scanner, 1));
  do {
    const from = scanner.at;
    needsQuotes = scanPlainRun(scanner, isInFlow) || needsQuotes;
    if (scanner.at > from) end = scanner.at;
  } while (isBlankOrEnd(charAt(scanner)) && isPlainContinued(scanner));
  if (needsQuotes) addQuotes(scanner, start, end);
  // A character that begins no token: an error in every parser.
  if (scanner.at === start) scanner.at++;
}

/** Moves over a run without blanks. Reports whether a parser of YAML 1.2 would end it earlier. */
function scanPlainRun(scanner: Scanner, isInFlow: boolean): boolean {
  let needsQuotes = false;
  for (let char = charAt(scanner); !isBlankOrEnd(char); char = charAt(scanner)) {
    if (isInFlow && FLOW_INDICATOR.test(char)) break;
    if (char === ':') {
      const next = charAt(scanner, 1);
      if (isBlankOrEnd(next) || (isInFlow && (next === '[' || next === '{'))) break;
      needsQuotes ||= isInFlow && FLOW_INDICATOR.test(next);
    }
    scanner.at++;
  }
  return needsQuotes;
}

/** Moves over the blanks after a part of a plain text. Reports whether the text continues. */
function isPlainContinued(scanner: Scanner): boolean {
  const isInFlow = scanner.flowDepth > 0;
  for (let char = charAt(scanner); char !== '' && BLANK.test(char); char = charAt(scanner)) {
    if (!BREAK.test(char)) scanner.at++;
    else {
      skipBreak(scanner, isInFlow);
      scanner.isKeyAllowed = !isInFlow;
    }
  }
  const char = charAt(scanner);
  if (char === '' || char === '#' || isAtMarker(scanner)) return false;
  return isInFlow ? !FLOW_INDICATOR.test(char) : columnOf(scanner) > scanner.indent;
}

function addQuotes(scanner: Scanner, start: number, end: number): void {
  insert(scanner, start, "'");
  for (let at = start; at < end; at++) if (scanner.text.charAt(at) === "'") insert(scanner, at, "'");
  insert(scanner, end, "'");
}
