import {canonicalTime, TimeFault} from '../decode/go-time.ts';
import {forbidden, invalid as invalidValue} from '../model/problem.ts';
import {badRequest, invalid} from '../model/refusals.ts';
import type {Problem} from '../model/status.ts';

/** The options of a log request. */
export type LogOptions = {
  /** Empty for the only container. */
  readonly container: string;
  readonly follow: boolean;
  /** Selects the run of the container before its last restart. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  /** In milliseconds since 1970. Earlier lines are left out. */
  readonly since: number | undefined;
};

/**
 * Reads the query of a request for the log of a pod (PodLogOptions).
 * @param now milliseconds since 1970
 * @throws Refusal 400 for values that cannot be parsed, 422 for values that are not allowed
 */
export function logOptionsOf(pod: string, query: URLSearchParams, now: number): LogOptions {
  const [tailLines, limitBytes, sinceSeconds] = ['tailLines', 'limitBytes', 'sinceSeconds'].map((name) =>
    integer(query.get(name)),
  );
  const sinceTime = timeOf(query.get('sinceTime') ?? '');
  const problems: readonly Problem[] = [
    ...least('tailLines', tailLines, 0, 'must be greater than or equal to 0'),
    ...least('limitBytes', limitBytes, 1, 'must be greater than 0'),
    ...(sinceTime !== undefined && sinceSeconds !== undefined
      ? [forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : least('sinceSeconds', sinceSeconds, 1, 'must be greater than 0')),
    // The feature gate that separates stdout from stderr is off.
    ...(query.has('stream') ? [forbidden('stream', 'may not be specified')] : []),
  ];
  if (problems.length > 0) throw invalid({group: '', kind: 'PodLogOptions'}, pod, problems);
  return {
    container: query.get('container') ?? '',
    follow: isSet(query.get('follow')),
    previous: isSet(query.get('previous')),
    timestamps: isSet(query.get('timestamps')),
    tailLines,
    limitBytes,
    since: sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000,
  };
}

function integer(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (!/^[+-]?\d+$/.test(value)) throw unread(value, 'invalid syntax');
  const isTooLarge = BigInt.asIntN(64, BigInt(value.replace('+', ''))) !== BigInt(value.replace('+', ''));
  if (isTooLarge) throw unread(value, 'value out of range');
  return Number(value);
}

const unread = (value: string, because: string) =>
  badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: ${because}`);

function timeOf(text: string): number | undefined {
  if (text === '') return undefined;
  try {
    return Date.parse(canonicalTime(text, 0));
  } catch (error) {
    throw error instanceof TimeFault ? badRequest(error.message) : error;
  }
}

const least = (option: string, value: number | undefined, smallest: number, otherwise: string): readonly Problem[] =>
  value === undefined || value >= smallest ? [] : [invalidValue(option, value, otherwise)];

/** Reports whether a boolean parameter is set, as the server reads it: every value but `0` and `false` counts as true. */
const isSet = (value: string | null): boolean => value !== null && value !== '0' && value.toLowerCase() !== 'false';
