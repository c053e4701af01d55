import type {Attributes} from '@opentelemetry/api';
import {defined} from '../../lib/defined.ts';
import type {RequestReport} from '../../ports/telemetry.ts';

const VERBS = new Set(['get', 'list', 'watch', 'apply', 'create', 'patch', 'delete']);

/** What a request does and to which kind: few values, fit for the name of a span and for a metric. */
export function requestName({label, method}: Pick<RequestReport, 'label' | 'method'>): {
  readonly verb: string;
  readonly kind?: string | undefined;
} {
  // `apply apps/v1 Deployment shop/web`; what is not about an object is labelled by method and path.
  const [verb = '', , kind] = label.split(' ');
  return VERBS.has(verb) && kind !== undefined ? {verb, kind} : {verb: method.toLowerCase()};
}

/** An object that is not there is an answer, not an error. */
export const isError = ({method, status, error}: RequestReport): boolean =>
  status === undefined ? error !== 'aborted' : status >= 400 && !(method === 'GET' && status === 404);

/** Attributes of a request's span, named by OpenTelemetry's HTTP conventions where they have a word. */
export function requestFacts(report: RequestReport): Attributes {
  const {verb, kind} = requestName(report);
  return {
    'http.request.method': report.method,
    'url.path': report.path,
    'http.request.resend_count': report.retries,
    'gantry.request.verb': verb,
    ...defined({'gantry.request.kind': kind, 'http.response.status_code': report.status, 'error.type': report.error}),
  };
}
