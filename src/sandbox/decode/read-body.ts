import {isObject, type Json} from '../../core/json.ts';
import {badRequest, failed} from '../model/refusals.ts';
import {Refusal} from '../model/status.ts';
import {type Duplicate, JsonFault, type Parsed, parseGoJson} from './go-json.ts';
import {mediaType} from './media-type.ts';
import {parseYaml, YamlFault} from './parse-yaml.ts';
import {type ProtobufTypes, parseProtobuf} from './protobuf.ts';
import {ProtobufFault} from './protobuf-wire.ts';

/** A decoded body, with its duplicate fields. */
export type Body = {
  readonly value: Json;
  readonly duplicates: readonly Duplicate[];
  /** The findings of strict parsing about the text itself. */
  readonly complaints: readonly string[];
};

type Raw = {
  readonly body: Buffer;
  /** The header; undefined if the request has none, which means JSON. */
  readonly contentType: string | undefined;
  /** The expected kind, for the message of a refusal. */
  readonly kind: string;
  readonly protobuf: () => ProtobufTypes;
};

/** The largest body of a request in bytes, as in the real server: 3 MiB. */
export const BODY_LIMIT = 3_145_728;

const ACCEPTED = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** Decodes the body of a create, an update or a delete. Refuses what the server refuses, in its words. */
export function readBody({body, contentType, kind, protobuf}: Raw): Body {
  const type = contentType === undefined || contentType === '' ? 'application/json' : mediaType(contentType);
  if (type === undefined || !ACCEPTED.includes(type)) throw unsupported();
  refuseLargeBody(body);
  const text = body.toString('utf8');
  if (type === 'application/json') return {...whole(() => parseGoJson(text), body, kind), complaints: []};
  if (type === 'application/yaml') return whole(() => parseYaml(text), body, kind);
  return whole(() => ({value: parseProtobuf(body, protobuf()), duplicates: [], complaints: []}), body, kind);
}

/** Refuses a large body. @throws Refusal 413 for more than 3 MiB */
export function refuseLargeBody(body: Buffer): void {
  if (body.length <= BODY_LIMIT) return;
  throw new Refusal({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: limit is ${BODY_LIMIT}`,
  });
}

const unsupported = (): Refusal =>
  new Refusal({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${ACCEPTED.join(', ')}`,
  });

/** The declaration of Go's anonymous struct for apiVersion and kind. */
const TYPE_META = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

function whole<Read extends Parsed>(parse: () => Read, body: Buffer, kind: string): Read {
  let read: Read;
  try {
    read = parse();
  } catch (error) {
    if (error instanceof JsonFault) throw unparsed(error.message, body, kind);
    if (error instanceof YamlFault || error instanceof ProtobufFault) throw unrecognized(error.message, body, kind);
    throw error;
  }
  const wrong = typeMetaProblem(read.value);
  if (wrong !== undefined) throw unparsed(wrong, body, kind);
  const version = isObject(read.value) ? read.value['apiVersion'] : undefined;
  if (typeof version === 'string' && version.split('/').length > 2) {
    throw unrecognized(`unexpected GroupVersion string: ${version}`, body, kind);
  }
  return read.value === null ? {...read, value: {}} : read;
}

/** Returns why Go cannot read apiVersion and kind of a document; undefined if it can. */
export function typeMetaProblem(value: Json): string | undefined {
  if (value === null) return undefined;
  if (!isObject(value)) return `json: cannot unmarshal ${goTypeOf(value)} into Go value of type ${TYPE_META}`;
  const wrong = ['apiVersion', 'kind'].find(
    (field) => !['string', 'undefined'].includes(typeof (value[field] ?? undefined)),
  );
  if (wrong === undefined) return undefined;
  return `json: cannot unmarshal ${goTypeOf(value[wrong] ?? null)} into Go struct field .${wrong} of type string`;
}

/** Returns Go's name for the type of a JSON value that does not fit. */
export function goTypeOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const unparsed = (message: string, body: Buffer, kind: string): Refusal =>
  unrecognized(`couldn't get version/kind; json parse error: ${message}`, body, kind);

/** Returns the refusal of an invalid body. The options of a DELETE are decoded by another part of the server, whose message is shorter. */
const unrecognized = (message: string, body: Buffer, kind: string): Refusal =>
  kind === 'DeleteOptions'
    ? failed(message)
    : badRequest(`the object provided is unrecognized (must be of type ${kind}): ${message} (${summary(body)})`);

/** Returns the beginning of a body: text that looks like JSON literally, everything else in hexadecimal digits. */
function summary(body: Buffer): string {
  if (body.length === 0) return '<empty>';
  const start = body.subarray(0, 30).toString(body[0] === 0x7b ? 'utf8' : 'hex');
  return body.length > 30 ? `${start} ...` : start;
}
