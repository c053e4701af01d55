import {certificatesIn} from '../../../core/chart/certificate.ts';
import type {Token} from '../../../core/chart/token.ts';
import {tokenReader, tokensIn, writeReferences} from '../../../core/chart/token-text.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {encodedReference} from '../../../core/reference/encoders.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import {showPath} from '../../../core/reference/path.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {readableText} from '../../../kubernetes/chart/generated-value.ts';
import {isAnnotation} from '../../../kubernetes/chart/text-field.ts';
import {defined} from '../../../lib/defined.ts';
import {type ChartReferences, formsOf, namesOf} from './find-references.ts';
import {type GeneratedText, isOfHook, type MarkedObjects} from './mark-generated.ts';

/**
 * Settles the generated texts of a chart whose values have references. A generated annotation, for example a checksum of a Secret with a
 * generated key and a password, becomes a digest of all generated texts and all references: pods restart when one of them changes. A
 * generated text that is made from a token is an error, because the token is not the value.
 */
export function settleGenerated(marked: MarkedObjects, references: ChartReferences): MarkedObjects {
  const open = openTokens(references);
  if (open.length === 0 || marked.texts.length === 0) return marked;
  const kept = marked.texts.filter(({path}) => !isAnnotation(path));
  const wrong = kept.flatMap((text) => problemOf(text, open, references));
  if (wrong.length > 0) return {...marked, diagnostics: wrong};
  const digest = generatedDigest(kept, references);
  const digests = new Map(
    marked.texts.filter(({path}) => isAnnotation(path)).map(({reference}) => [reference, digest]),
  );
  const candidates = marked.candidates.map((candidate) => ({
    ...candidate,
    object: digests.size === 0 ? candidate.object : withDigests(candidate.object, digests),
  }));
  return {...marked, candidates, texts: kept};
}

/**
 * Returns the digest of all generated values of a chart and of all references in its values. It is the same in each run that knows the
 * same generated values.
 */
export function generatedDigest(
  texts: readonly Pick<GeneratedText, 'reference' | 'object' | 'path'>[],
  {tokens}: Pick<ChartReferences, 'tokens'>,
): string {
  // A hook has other values in each run, which must not restart pods.
  const digested = texts.filter((text) => !isAnnotation(text.path) && !isOfHook(text));
  const generated = [...new Set(digested.map(({reference}) => reference))].toSorted();
  const parts = tokens.map((token) => ({kind: 'token', token, encoding: 'text'}) as const);
  return encodedReference(
    'digest',
    [...generated.map((reference) => `\${${reference}}`), ...parts.map((part) => writeReferences([part, NEXT]))].join(
      '\n',
    ),
  );
}

/** Returns the references whose values helm does not have. */
export const openTokens = ({tokens, revealed}: Pick<ChartReferences, 'tokens' | 'revealed'>): readonly Token[] =>
  tokens.filter((token) => !revealed.has(token));

/**
 * Returns the problems of texts that changed since the last release and contain a reference. The references are in place here: the value
 * of a new render would have the token instead.
 */
export const derivedSince = (texts: readonly GeneratedText[], references: ChartReferences): readonly Diagnostic[] =>
  texts.flatMap(({object, path}) => {
    const text = jsonAt(object, path);
    const contained = references.tokens.filter(
      (token) => !references.revealed.has(token) && typeof text === 'string' && text.includes(token.reference),
    );
    return contained.length === 0 ? [] : [derived({object, path, how: 'from'}, contained, references)];
  });

const NEXT = {kind: 'literal', text: '\n'} as const;

const withDigests = (object: JsonObject, digests: ReadonlyMap<string, string>): JsonObject =>
  mapStrings(object, (text) => digests.get(text) ?? text);

/** A hash of a password, which is another one in each render: `htpasswd`, `bcrypt`. */
const PASSWORD_HASH = /\$2[abxy]\$\d\d\$/;

function problemOf(
  {object, path, texts}: GeneratedText,
  open: readonly Token[],
  references: ChartReferences,
): readonly Diagnostic[] {
  const read = tokenReader(formsOf(references, 1));
  const text = readableText(object, path, texts[0]);
  const certificates = certificatesIn(text).map(({subject, names}) => JSON.stringify([subject, names]));
  const contained = [text, ...certificates].flatMap((one) => tokensIn(read(one)));
  const tokens = contained.length > 0 ? contained : PASSWORD_HASH.test(text) ? open : [];
  if (tokens.length === 0) return [];
  return [
    derived(
      {object, path, how: contained.length > 0 ? 'from' : 'as the hash of a password, perhaps from'},
      tokens,
      references,
    ),
  ];
}

function derived(
  {object, path, how}: Pick<GeneratedText, 'object' | 'path'> & {readonly how: string},
  tokens: readonly Token[],
  references: ChartReferences,
): Diagnostic {
  const names = namesOf(tokens);
  const [first] = tokens[0]?.keys ?? [];
  return {
    severity: 'error',
    code: 'source/helm-derived',
    message: `the chart generates ${showPath(path)} of ${idOfObject(object)} ${how} ${names}, which helm has only as a token`,
    ...defined({at: first && references.placeOf(first)}),
    resource: idOfObject(object),
    path: showPath(path),
    hint: `To give helm the real values, add \`reveal: [${names}]\` beside \`values\` in stack.yaml.`,
  };
}
