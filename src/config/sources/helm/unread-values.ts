import {referenceText} from '../../../core/chart/token.ts';
import type {UnknownValue} from '../../../core/chart/unknown-values.ts';
import {showValuePath} from '../../../core/chart/value-path.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {eachString} from '../../../core/reference/map-strings.ts';
import {partsWithin} from '../../../core/reference/parts-within.ts';
import {defined} from '../../../lib/defined.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {ChartReferences} from './find-references.ts';

/**
 * Reports references that no object contains. If the templates read the value, they test it or change it to another type, and the token
 * gives another result than the real value. Otherwise the chart does not use it.
 * @param unknown the values that have a warning of their own
 */
export function reportUnread(
  candidates: readonly Candidate[],
  {tokens, placeOf, revealed}: ChartReferences,
  {files, unknown}: {readonly files: ChartFiles; readonly unknown: readonly UnknownValue[]},
): readonly Diagnostic[] {
  if (tokens.length === 0) return [];
  const found = new Set(candidates.flatMap(({object}) => referencesOf(object)));
  const templates = [...files].filter(([path]) => /(?:^|\/)templates\//.test(path)).map(([, text]) => text);
  return tokens
    .filter((token) => !found.has(token.reference) && !revealed.has(token))
    .filter(({keys}) => !keys.every((key) => unknown.some(({path}) => path.every((step, i) => key[i] === step))))
    .flatMap(({keys, isSecret}): readonly Diagnostic[] => {
      const [key = []] = keys;
      const name = showValuePath(key);
      const about = {...defined({at: keys[0] && placeOf(key)})};
      if (!keys.some((one) => isRead(one, templates)))
        return [
          {
            ...about,
            severity: 'warning',
            code: 'source/helm-unused',
            message: `no object of the chart contains the value ${name}, and its templates do not name it`,
            hint: 'Check the spelling of the key.',
          },
        ];
      return [
        {
          ...about,
          severity: 'error',
          code: 'source/helm-derived',
          message: `the chart reads the value ${name}, but no object contains it: it is hashed or tested, and helm has only a token`,
          hint: isSecret
            ? `To give helm the real value, add \`reveal: [${name}]\` beside \`values\` in stack.yaml.`
            : 'The value is known only after the apply. Write a value that is known when the chart is rendered.',
        },
      ];
    });
}

function referencesOf(object: JsonObject): readonly string[] {
  const found: string[] = [];
  eachString(object, (text) => {
    if (!text.includes('ref:')) return;
    for (const {part} of partsWithin(text, () => false)) found.push(referenceText(part));
  });
  return found;
}

/** Reports whether a template names the last key of a value, and the key above it. */
function isRead(path: JsonPath, templates: readonly string[]): boolean {
  const names = path.filter((step) => typeof step === 'string').slice(-2);
  return names.length > 0 && names.every((name) => templates.some((text) => naming(name).test(text)));
}

const naming = (name: string): RegExp => {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?:\\.${escaped}\\b|["\`']${escaped}["\`'])`);
};
