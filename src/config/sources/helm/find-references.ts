import {relative} from 'node:path';
import {findTokens, type Token, tokenText} from '../../../core/chart/token.ts';
import type {TokenForm} from '../../../core/chart/token-text.ts';
import {parseValuePath, showValuePath} from '../../../core/chart/value-path.ts';
import type {Diagnostic, Position} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject, JsonPath} from '../../../core/json.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {type Located, originOf} from '../../../core/variation/located.ts';
import {isSecretName} from '../../../core/workspace/mask.ts';
import {defined} from '../../../lib/defined.ts';
import type {RevealedSecret, SourceFacts} from '../../../ports/source-facts.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {maskedPosition} from '../../yaml/masked-position.ts';
import type {SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';

/** The references in the values of a chart, and what helm gets in place of them. */
export type ChartReferences = {
  /** The values with their references. */
  readonly values: JsonObject;
  readonly tokens: readonly Token[];
  /** The tokens whose real value helm gets, by their token. Undefined: the value is not known in this build. */
  readonly revealed: ReadonlyMap<Token, Secret | undefined>;
  /** The seed of the texts of tokens. */
  readonly seed: string;
  /** Returns the position of a value. */
  readonly placeOf: (path: JsonPath) => Position;
};

/** The references, or the problems of references and of `reveal`. */
export type FoundReferences = ChartReferences | {readonly diagnostics: readonly Diagnostic[]};

/** Finds the references in the values of a source, and reads the secrets that it reveals. */
export async function findReferences(
  values: Located,
  {reveal = []}: HelmSettings,
  {
    entry,
    facts,
    release,
  }: {readonly entry: SourceEntry; readonly facts: SourceFacts | undefined; readonly release: string},
): Promise<FoundReferences> {
  const written = values.value as JsonObject;
  const {tokens, problems} = findTokens(written);
  const origin = originOf(values);
  const placeOf = (path: JsonPath): Position => shownPlace(origin.position(path), path);
  const wrong = problems.map(
    ({code, message, hint, at}): Diagnostic => ({
      severity: 'error',
      code,
      message,
      at: placeOf(at),
      ...defined({hint}),
    }),
  );
  const revealing = reveal.map((text, index) => revealedBy(text, index, {entry, tokens}));
  const diagnostics = [...wrong, ...revealing.flatMap((one) => ('code' in one ? [one] : []))];
  if (diagnostics.length > 0) return {diagnostics};
  const revealed = new Map<Token, Secret | undefined>();
  for (const token of new Set(revealing.flatMap((one) => ('tokens' in one ? one.tokens : [])))) {
    const answer = usable(await facts?.secretOf(token.reference));
    if (answer !== undefined && 'because' in answer) {
      const message = `cannot reveal ${token.reference} to helm: ${answer.because}`;
      const at = token.keys[0] && placeOf(token.keys[0]);
      diagnostics.push({
        severity: 'error',
        code: 'isTooShort' in answer ? 'source/helm-reveal' : 'reference/secret-missing',
        message,
        ...defined({at, hint: answer.hint}),
      });
    } else revealed.set(token, answer?.value);
  }
  if (diagnostics.length > 0) return {diagnostics};
  const {projectDir, stackDir} = entry.place;
  return {values: written, tokens, revealed, seed: `${relative(projectDir, stackDir)} ${release}`, placeOf};
}

/** The minimum length of a revealed secret. A shorter one occurs by chance in texts of the chart that have nothing to do with it. */
const MIN_REVEALED = 8;

type Usable = RevealedSecret | {readonly because: string; readonly hint: string; readonly isTooShort: true};

/** Refuses a secret that is too short: it could not be found in the output of helm, to put its reference there. */
function usable(answer: RevealedSecret | undefined): Usable | undefined {
  if (answer === undefined || 'because' in answer || answer.value.reveal().length >= MIN_REVEALED) return answer;
  return {
    because: `its value has fewer than ${MIN_REVEALED} characters, so that it cannot be distinguished from other texts of the chart`,
    hint: 'Choose a longer secret. If the value is not secret, for example a user name, write it in place of the reference.',
    isTooShort: true,
  };
}

/** Masks the line of a value that may be a secret. */
const shownPlace = (position: Position, path: JsonPath): Position =>
  path.some((step) => typeof step === 'string' && isSecretName(step)) || /[{,]|:\/\/[^/]*@/.test(position.text)
    ? maskedPosition(position)
    : position;

type Revealing = {readonly tokens: readonly Token[]} | Diagnostic;

function revealedBy(
  text: string,
  index: number,
  {entry, tokens}: {readonly entry: SourceEntry; readonly tokens: readonly Token[]},
): Revealing {
  const wrong = (message: string, hint?: string): Diagnostic => ({
    severity: 'error',
    code: 'source/helm-reveal',
    message,
    ...entry.at(['reveal', index]),
    ...defined({hint}),
  });
  const parsed = parseValuePath(text);
  if ('because' in parsed) return wrong(`\`${text}\` in \`reveal\` is not the path of a value: ${parsed.because}`);
  const below = tokens.filter(({keys}) => keys.some((key) => parsed.path.every((step, i) => key[i] === step)));
  if (below.length === 0) {
    const hint = tokens.length === 0 ? undefined : `Values with references: ${namesOf(tokens)}.`;
    return wrong(`\`reveal\` names \`${text}\`, but no value at this path has a reference`, hint);
  }
  const other = below.find(({isSecret}) => !isSecret);
  if (other !== undefined)
    return wrong(
      `\`${text}\` contains ${other.reference}, whose value is not known when the chart is rendered`,
      'Only secrets of a store (ref://…) can be revealed. Write the value itself, or leave the decision to a value that is known.',
    );
  if (untrustedCheckout() !== undefined)
    return wrong(`\`${text}\` cannot be revealed to helm: untrusted mode reads no secrets`);
  return {tokens: below};
}

/** Returns the names of the values that have these references. */
export const namesOf = (tokens: readonly Token[]): string =>
  [...new Set(tokens.flatMap(({keys}) => keys.map(showValuePath)))].join(', ');

/** Returns the text that helm gets for each token, with another suffix for each. */
export const formsOf = (
  {tokens, revealed, seed}: ChartReferences,
  set: 1 | 2 | ((token: Token) => 1 | 2),
  suffixOf: (token: Token) => string = () => '',
): readonly TokenForm[] =>
  tokens.map((token): TokenForm => {
    const secret = revealed.get(token);
    if (secret !== undefined) return {token, text: secret.reveal(), suffix: ''};
    // A value that helm will have at the apply must not differ between the sets.
    const which = revealed.has(token) ? 1 : typeof set === 'number' ? set : set(token);
    return {token, text: tokenText(seed, which, token.reference), suffix: which === 1 ? '' : suffixOf(token)};
  });

/** Reports whether helm gets the value of a secret. Nothing of such a render may be kept. */
export const hasRevealed = ({revealed}: ChartReferences): boolean =>
  [...revealed.values()].some((secret) => secret !== undefined);
