import {badRequest} from '../model/refusals.ts';
import {Refusal} from '../model/status.ts';
import {JsonFault, parseGoJson} from './go-json.ts';
import {parseYaml, YamlFault} from './parse-yaml.ts';
import {type Body, refuseLargeBody} from './read-body.ts';

/** The patch types, by their media types. */
export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

type Raw = {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** Custom resources have no Go type, and therefore no strategic merge patch. */
  readonly isCustom: boolean;
};

/**
 * Returns the type of a PATCH, and a function that reads its body.
 * @throws Refusal 415 for other media types; reading throws one of 400 for an invalid body
 */
export function readPatch({body, contentType, isCustom}: Raw): {readonly type: string; readonly read: () => Body} {
  const type = (contentType ?? '').split(';', 1)[0] ?? '';
  const {json, merge, strategic, apply} = PATCH_TYPES;
  const accepted: readonly string[] = isCustom ? [json, merge, apply] : [json, merge, strategic, apply];
  if (!accepted.includes(type)) throw unsupported(isCustom, accepted);
  refuseLargeBody(body);
  return {type, read: () => parsed(body.toString('utf8'), type)};
}

const unsupported = (isCustom: boolean, accepted: readonly string[]): Refusal =>
  new Refusal({
    code: 415,
    reason: 'UnsupportedMediaType',
    ...(isCustom
      ? {
          message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
        }
      : {message: '415: Unsupported Media Type', details: {}}),
  });

function parsed(text: string, type: string): Body {
  try {
    return type === PATCH_TYPES.apply ? parseYaml(text) : {...parseGoJson(text), complaints: []};
  } catch (error) {
    if (error instanceof YamlFault)
      throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
    if (!(error instanceof JsonFault)) throw error;
    throw badRequest(type === PATCH_TYPES.strategic ? error.message : `error decoding patch: ${error.message}`);
  }
}
