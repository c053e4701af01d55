import {BUCKET_NAME} from '../backend/bucket-names.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {parseSecretUri} from '../secret/secret-uri.ts';
import {httpsProblem} from './https-problem.ts';

/** Where a kubeconfig is fetched from, as it was written: paths are not expanded, references not resolved. */
export type KubeconfigAddress =
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly caFile?: string | undefined;
      readonly bearer?: string;
      readonly basic?: {readonly username: string; readonly password: string};
    }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly key: string;
      readonly caFile?: string | undefined;
      readonly region?: string;
      readonly endpoint?: string | undefined;
      readonly pathStyle?: boolean;
      readonly versionId?: string;
    };

type Problem = {readonly problem: string};

/** `https://…`, `s3://…`: what a path never begins with. */
export const schemeOf = (text: string): string | undefined =>
  /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();

/**
 * Reads an address: `https://…`, `s3://BUCKET/KEY[?region=&endpoint=&pathStyle=&versionId=]`, or a mapping with `url` and more.
 * Checked here as well as in the model of workspace files: a spec file brings its context unchecked.
 */
export function readAddress(value: string | JsonObject): KubeconfigAddress | Problem {
  const {url, ...more} = isObject(value) ? value : {url: value};
  if (typeof url !== 'string') return {problem: 'its `url` must be a text: https://… or s3://BUCKET/KEY'};
  const scheme = schemeOf(url);
  if (scheme === 's3') return s3Address(url, more);
  if (scheme === 'https' || scheme === 'http') return urlAddress(url, more);
  if (scheme === 'ref') return {problem: 'a reference to a secret belongs into kubeconfig_content'};
  return {
    problem: scheme === undefined ? 'its `url` is not an address: https://… or s3://BUCKET/KEY' : notFetched(scheme),
  };
}

const notFetched = (scheme: string): string =>
  `it begins with ${scheme}://, and a kubeconfig is fetched from https://… or s3://BUCKET/KEY`;

function urlAddress(url: string, {basic, ...fields}: JsonObject): KubeconfigAddress | Problem {
  const wrong = httpsProblem(url);
  if (wrong !== undefined) return {problem: `its address ${wrong}`};
  const read = textsOf(fields, ['caFile', 'bearer'], 'https');
  if ('problem' in read) return read;
  const {bearer} = read.texts;
  const problem = bearer === undefined ? undefined : referenceProblem('bearer', bearer);
  if (problem !== undefined) return {problem};
  if (basic === undefined || basic === null) return {kind: 'url', url, ...read.texts};
  if (bearer !== undefined) return {problem: '`basic` excludes `bearer`: one login is enough'};
  const login = loginOf(basic);
  return 'problem' in login ? login : {kind: 'url', url, ...read.texts, basic: login};
}

function loginOf(basic: Json): {readonly username: string; readonly password: string} | Problem {
  const {username, password} = isObject(basic) ? basic : {};
  if (typeof username !== 'string') return {problem: '`basic` needs a username and a password'};
  const problem = referenceProblem('basic.password', password);
  return problem === undefined ? {username, password: password as string} : {problem};
}

const S3_OPTIONS = ['region', 'endpoint', 'pathStyle', 'versionId'] as const;

function s3Address(url: string, more: JsonObject): KubeconfigAddress | Problem {
  const [, bucket = '', key = '', query = ''] = /^s3:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(url) ?? [];
  if (!BUCKET_NAME.test(bucket) || key === '') return {problem: 'it names no object in a bucket: s3://BUCKET/KEY'};
  const {pathStyle, ...fields} = {...Object.fromEntries(new URLSearchParams(query)), ...more};
  const read = textsOf(
    fields,
    ['caFile', 'region', 'endpoint', 'versionId'],
    's3',
    `, which have ${S3_OPTIONS.join(', ')}`,
  );
  if ('problem' in read) return read;
  const {endpoint} = read.texts;
  const wrong = endpoint === undefined ? undefined : httpsProblem(endpoint);
  if (wrong !== undefined) return {problem: `its endpoint ${wrong}`};
  const place = {kind: 's3', bucket, key, ...read.texts} as const;
  if (pathStyle === undefined || pathStyle === null) return place;
  if (![true, false, 'true', 'false'].some((one) => one === pathStyle))
    return {problem: '`pathStyle` is true or false'};
  return {...place, pathStyle: pathStyle === true || pathStyle === 'true'};
}

type Texts<Name extends string> = {readonly [K in Name]?: string};

/** The fields that are set, each a text. Problems quote no value: it may be a secret. */
function textsOf<Name extends string>(
  fields: JsonObject,
  names: readonly Name[],
  scheme: string,
  known = '',
): {readonly texts: Texts<Name>} | Problem {
  const said = Object.entries(fields).filter(([, value]) => value !== null);
  const strange = said.find(([field]) => !names.some((name) => name === field));
  if (strange !== undefined) return {problem: `\`${strange[0]}\` does not belong to ${scheme}:// addresses${known}`};
  const notText = said.find(([, value]) => typeof value !== 'string' || value === '');
  if (notText !== undefined) return {problem: `\`${notText[0]}\` must be a text`};
  return {texts: Object.fromEntries(said) as Texts<Name>};
}

function referenceProblem(name: string, value: Json | undefined): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('ref://'))
    return `\`${name}\` must be a reference to a secret: ref://NAME`;
  const parsed = parseSecretUri(value);
  return 'because' in parsed ? `\`${name}\`: the reference ${parsed.because}` : undefined;
}
