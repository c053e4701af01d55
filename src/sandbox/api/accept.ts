import {Refusal} from '../model/status.ts';

/** The shape of a response that a client requests. */
export type Shape = 'object' | 'table' | 'metadata' | 'metadata-list';

/** The outcome of content negotiation: `shape` by the parameters of the media type, `format` by its name. */
export type Wanted = {readonly shape: Shape; readonly format: 'json' | 'yaml'};

type Range = {readonly type: string; readonly parameters: Readonly<Record<string, string>>; readonly quality: number};

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';
const STREAM = ';stream=watch';

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['Table', 'table'],
  ['PartialObjectMetadata', 'metadata'],
  ['PartialObjectMetadataList', 'metadata-list'],
]);

/** Parses the ranges of an Accept header and sorts them by preference: by quality, then exact types before wildcards. */
const rangesOf = (accept: string): readonly Range[] =>
  accept
    .split(',')
    .map((range) => {
      const [type = '', ...rest] = range.split(';').map((part) => part.trim());
      const parameters = Object.fromEntries(rest.map((one) => [one.split('=')[0] ?? '', one.split('=')[1] ?? '']));
      return {type, parameters, quality: Number(parameters['q'] ?? 1)};
    })
    .toSorted((a, b) => b.quality - a.quality || Number(a.type.includes('*')) - Number(b.type.includes('*')));

const FORMATS: ReadonlyMap<string, Wanted['format']> = new Map([
  [JSON_TYPE, 'json'],
  ['application/*', 'json'],
  ['*/*', 'json'],
  [YAML_TYPE, 'yaml'],
]);

/**
 * Reads the Accept header: the first media type that the server can produce wins. Requests in protobuf are read, but responses are never
 * written in it.
 * @param isPlain for documents that have no table or metadata shape
 * @throws Refusal 406 if no type matches
 */
export function wantedOf(accept: string | undefined, isPlain = false): Wanted {
  if (accept === undefined || accept.trim() === '') return {shape: 'object', format: 'json'};
  for (const {type, parameters} of rangesOf(accept)) {
    const format = FORMATS.get(type);
    const shape = shapeOf(parameters);
    if (format !== undefined && shape !== undefined && (shape === 'object' || !isPlain)) return {shape, format};
  }
  throw notAcceptable(
    `only the following media types are accepted: ${[JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE].join(', ')}`,
  );
}

function shapeOf({as, g, v}: Range['parameters']): Shape | undefined {
  if (as === undefined && g === undefined && v === undefined) return 'object';
  if (g !== 'meta.k8s.io' || (v !== 'v1' && v !== 'v1beta1')) return undefined;
  return SHAPES.get(as ?? '');
}

/** Refuses a watch in another format than JSON. @throws Refusal 406 */
export function refuseOtherStreams({format}: Wanted): void {
  if (format === 'json') return;
  const types = [`${JSON_TYPE}${STREAM}`, `${PROTOBUF_TYPE}${STREAM}`];
  throw notAcceptable(`only the following media types are accepted: ${types.join(', ')}`);
}

/**
 * Refuses a request whose Accept header names none of the available types. The router of built-in kinds makes this check before all others.
 * @param more types that are available besides those for objects
 * @throws Refusal 406
 */
export function refuseOtherTypes(
  accept: string | undefined,
  isCollection: boolean,
  more: readonly string[] = [],
): void {
  const types = [...more, JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE];
  const streams = isCollection ? [`${JSON_TYPE}${STREAM}`, `${PROTOBUF_TYPE}${STREAM}`] : [];
  refuseUnnamed(accept, types, streams);
}

/** Refuses a request for a document that exists in JSON only. @throws Refusal 406 */
export const refuseAllButJson = (accept: string | undefined): void => refuseUnnamed(accept, [JSON_TYPE]);

function refuseUnnamed(accept: string | undefined, types: readonly string[], streams: readonly string[] = []): void {
  if (accept === undefined || accept.trim() === '') return;
  if (rangesOf(accept).some(({type}) => type === '*/*' || types.includes(type))) return;
  throw notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${[...types, ...streams].join(', ')}`, {});
}

/** Returns the 406 of content negotiation; without `details` the Status has none, as for an unknown media type. */
export const notAcceptable = (message: string, details?: Record<string, never>): Refusal =>
  new Refusal({code: 406, reason: 'NotAcceptable', message, details});

/** Reports whether to answer in YAML. A response that cannot be negotiated is sent as JSON. Refusals have the object shape only. */
export function wantsYaml(accept: string | undefined, isRefusal: boolean): boolean {
  const first = rangesOf(accept ?? '').find(
    ({type, parameters}) => FORMATS.has(type) && (!isRefusal || shapeOf(parameters) === 'object'),
  );
  return first !== undefined && FORMATS.get(first.type) === 'yaml';
}

/** Reports whether the client requests aggregated discovery. */
export const wantsAggregated = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => /as=APIGroupDiscoveryList/.test(range) && /v=v2(?!beta)/.test(range));

/** Returns the format of an OpenAPI document (`version` is v2 or v3) by the Accept header; undefined if no requested type is available. */
export function openApiForm(accept: string | undefined, version: 'v2' | 'v3'): 'json' | 'protobuf' | undefined {
  if (accept === undefined || accept.trim() === '') return 'json';
  const protobuf = ['@', '.'].map((at) => `application/com.github.proto-openapi.spec.${version}${at}v1.0+protobuf`);
  for (const {type} of rangesOf(accept)) {
    if (FORMATS.get(type) === 'json') return 'json';
    if (protobuf.includes(type)) return 'protobuf';
  }
  return undefined;
}
