import {Refusal} from '../model/status.ts';

/** In which shape an answer is wanted. */
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

/** What the header asks for, the best first: by its quality, then whatever names a type. */
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
 * Reads the Accept header: the first type that can be given wins. Protobuf is read, and never written.
 * @param isPlain for what has no other shape than its own
 * @throws Refusal 406 where none can
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

/** A watch is written line by line, as JSON. */
export function refuseOtherStreams({format}: Wanted): void {
  if (format === 'json') return;
  const types = [`${JSON_TYPE}${STREAM}`, `${PROTOBUF_TYPE}${STREAM}`];
  throw notAcceptable(`only the following media types are accepted: ${types.join(', ')}`);
}

/**
 * Before anything else the router of built-in kinds looks for a type by name.
 * @param more what can be given beside objects
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

/** What is there in JSON alone. */
export const refuseAllButJson = (accept: string | undefined): void => refuseUnnamed(accept, [JSON_TYPE]);

function refuseUnnamed(accept: string | undefined, types: readonly string[], streams: readonly string[] = []): void {
  if (accept === undefined || accept.trim() === '') return;
  if (rangesOf(accept).some(({type}) => type === '*/*' || types.includes(type))) return;
  throw notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${[...types, ...streams].join(', ')}`, {});
}

/** Returns the 406 of content negotiation; without `details` the Status has none, as for an unknown media type. */
export const notAcceptable = (message: string, details?: Record<string, never>): Refusal =>
  new Refusal({code: 406, reason: 'NotAcceptable', message, details});

/** Whether an answer is wanted as YAML; what cannot be given at all is answered in JSON. A refusal has one shape only. */
export function wantsYaml(accept: string | undefined, isRefusal: boolean): boolean {
  const first = rangesOf(accept ?? '').find(
    ({type, parameters}) => FORMATS.has(type) && (!isRefusal || shapeOf(parameters) === 'object'),
  );
  return first !== undefined && FORMATS.get(first.type) === 'yaml';
}

/** Whether discovery is asked for in one document. */
export const wantsAggregated = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => /as=APIGroupDiscoveryList/.test(range) && /v=v2(?!beta)/.test(range));

/** In which form a document of OpenAPI is wanted, `version` being v2 or v3; none: it is not there in any of those asked for. */
export function openApiForm(accept: string | undefined, version: 'v2' | 'v3'): 'json' | 'protobuf' | undefined {
  if (accept === undefined || accept.trim() === '') return 'json';
  const protobuf = ['@', '.'].map((at) => `application/com.github.proto-openapi.spec.${version}${at}v1.0+protobuf`);
  for (const {type} of rangesOf(accept)) {
    if (FORMATS.get(type) === 'json') return 'json';
    if (protobuf.includes(type)) return 'protobuf';
  }
  return undefined;
}
