import {forbidden, notSupported} from '../model/problem.ts';
import {invalid} from '../model/refusals.ts';
import type {ApiRequest} from '../model/reply.ts';
import type {Problem} from '../model/status.ts';
import type {PatchOptions} from '../verbs/patch-options.ts';

const VALIDATIONS = ['Ignore', 'Warn', 'Strict'] as const;
const LONGEST_MANAGER = 128;

/**
 * Reads the options of a write from the query. `kind` is their type in Kubernetes (CreateOptions, …).
 * @throws Refusal 422 for invalid values
 */
export function writeOptions(request: ApiRequest, kind: string, isApply = false): PatchOptions {
  const {query} = request;
  const problems = [...problemsOf(query), ...(kind === 'PatchOptions' && !isApply ? forceProblems(query) : [])];
  if (problems.length > 0) throw invalid({group: 'meta.k8s.io', kind}, '', problems);
  const named = query.get('fieldManager') ?? '';
  return {
    manager: named !== '' || isApply ? named : agentOf(request),
    dryRun: query.getAll('dryRun').includes('All'),
    validation: (query.get('fieldValidation') || 'Warn') as PatchOptions['validation'],
    force: query.get('force') === 'true',
  };
}

function problemsOf(query: URLSearchParams): readonly Problem[] {
  const manager = query.get('fieldManager') ?? '';
  const validation = query.get('fieldValidation') ?? '';
  return [
    ...(manager.length > LONGEST_MANAGER
      ? [
          {
            reason: 'FieldValueTooLong' as const,
            field: 'fieldManager',
            message: 'Too long: may not be more than 128 bytes',
          },
        ]
      : []),
    ...unprintable(manager),
    ...dryRunProblems(query),
    ...(validation !== '' && !VALIDATIONS.some((one) => one === validation)
      ? [notSupported('fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn'])]
      : []),
  ];
}

/** Reports each unprintable character of a field manager, quoted as Go quotes it. */
function unprintable(manager: string): readonly Problem[] {
  const shown = Array.from(manager)
    .map((sign) => (PRINTABLE.test(sign) ? sign : escaped(sign)))
    .join('');
  return Array.from(manager).flatMap((sign, i, signs) => {
    if (PRINTABLE.test(sign)) return [];
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const at = Buffer.byteLength(signs.slice(0, i).join(''));
    const message = `Invalid value: "${shown}": invalid character U+${code} (at position ${at})`;
    return [{reason: 'FieldValueInvalid' as const, field: 'fieldManager', message}];
  });
}

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const NAMED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

const escaped = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  return (
    NAMED[sign] ??
    (code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
};

/** Reports any `dryRun` other than `All`, with all given values in the message, as the server does. */
export const dryRunProblems = (query: URLSearchParams): readonly Problem[] =>
  query.getAll('dryRun').some((value) => value !== 'All')
    ? [notSupported('dryRun', query.getAll('dryRun'), ['All'])]
    : [];

const forceProblems = (query: URLSearchParams): readonly Problem[] =>
  query.get('force') === null ? [] : [forbidden('force', 'may not be specified for non-apply patch')];

/** Returns the default field manager: the program name in the user agent. `kubectl/v1.34 (linux)` gives `kubectl`. */
const agentOf = ({headers}: ApiRequest): string =>
  (headers['user-agent'] ?? '').split('/')[0]?.slice(0, LONGEST_MANAGER) || 'unknown';
