import type {Attributes} from '@opentelemetry/api';
import {defined} from '../../lib/defined.ts';
import type {RequestReport} from '../../ports/telemetry.ts';

const VERBS = new Set(['get', 'list', 'watch', 'apply', 'create', 'patch', 'delete']);

/** Returns the verb and the kind of a request. They have few values, so they are suitable for span names and metrics. */
export function requestName({label, method}: Pick<RequestReport, 'label' | 'method'>): {
  readonly verb: string;
  readonly kind?: string | undefined;
} {
  // The label is `apply apps/v1 Deployment shop/web` for an object, and method and path otherwise.
  const [verb = '', , kind] = label.split(' ');
  return VERBS.has(verb) && kind !== undefined ? {verb, kind} : {verb: method.toLowerCase()};
}

/** Reports whether a request failed. A 404 for a GET is a valid response. */
export const isError = ({method, status, error}: RequestReport): boolean =>
  status === undefined ? error !== 'aborted' : status >= 400 && !(method === 'GET' && status === 404);

/** Returns the attributes of a request's span, with the names of OpenTelemetry's HTTP conventions where they exist. */
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
