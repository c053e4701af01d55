import {BUCKET_NAME} from '../backend/bucket-names.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {parseSecretUri} from '../secret/secret-uri.ts';
import {httpsProblem} from './https-problem.ts';

/** Where a kubeconfig is fetched from, as it was written: paths are not expanded, references not resolved. */
export type KubeconfigAddress =
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly caFile?: string;
      readonly bearer?: string;
      readonly basic?: {readonly username: string; readonly password: string};
    }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly key: string;
      readonly caFile?: string;
      readonly region?: string;
      readonly endpoint?: string;
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

function urlAddress(url: string, {caFile, bearer, basic, ...more}: JsonObject): KubeconfigAddress | Problem {
  const problem =
    addressProblem(url) ??
    strange(more, 'https') ??
    notText('caFile', caFile) ??
    (isSet(bearer) ? notReference('bearer', bearer) : undefined) ??
    (isSet(basic) ? basicProblem(basic, bearer) : undefined);
  if (problem !== undefined) return {problem};
  return {
    kind: 'url',
    url,
    ...(isSet(caFile) ? {caFile: String(caFile)} : {}),
    ...(isSet(bearer) ? {bearer: String(bearer)} : {}),
    ...(isObject(basic) ? {basic: {username: String(basic['username']), password: String(basic['password'])}} : {}),
  };
}

function addressProblem(url: string): string | undefined {
  const problem = httpsProblem(url);
  return problem === undefined ? undefined : `its address ${problem}`;
}

function basicProblem(basic: Json, bearer: Json | undefined): string | undefined {
  if (isSet(bearer)) return '`basic` excludes `bearer`: one login is enough';
  if (!isObject(basic) || typeof basic['username'] !== 'string') return '`basic` needs a username and a password';
  return notReference('basic.password', basic['password']);
}

const S3_OPTIONS = ['region', 'endpoint', 'pathStyle', 'versionId'] as const;

function s3Address(url: string, {caFile, ...more}: JsonObject): KubeconfigAddress | Problem {
  const [, bucket = '', key = '', query = ''] = /^s3:\/\/([^/?]*)\/?([^?]*)\??(.*)$/is.exec(url) ?? [];
  const options: JsonObject = {...Object.fromEntries(new URLSearchParams(query)), ...more};
  const {region, endpoint, pathStyle, versionId, ...others} = options;
  const problem =
    (BUCKET_NAME.test(bucket) && key !== '' ? undefined : 'it names no object in a bucket: s3://BUCKET/KEY') ??
    strange(others, 's3', `; s3:// addresses have ${S3_OPTIONS.join(', ')}`) ??
    notText('caFile', caFile) ??
    S3_OPTIONS.filter((name) => name !== 'pathStyle')
      .map((name) => notText(name, options[name]))
      .find((found) => found !== undefined) ??
    (isSet(endpoint) ? endpointProblem(String(endpoint)) : undefined) ??
    ([true, false, 'true', 'false', null, undefined].includes(pathStyle as never)
      ? undefined
      : '`pathStyle` is true or false');
  if (problem !== undefined) return {problem};
  return {
    kind: 's3',
    bucket,
    key,
    ...(isSet(caFile) ? {caFile: String(caFile)} : {}),
    ...(isSet(region) ? {region: String(region)} : {}),
    ...(isSet(endpoint) ? {endpoint: String(endpoint)} : {}),
    ...(isSet(pathStyle) ? {pathStyle: String(pathStyle) === 'true'} : {}),
    ...(isSet(versionId) ? {versionId: String(versionId)} : {}),
  };
}

function endpointProblem(endpoint: string): string | undefined {
  const problem = httpsProblem(endpoint);
  return problem === undefined ? undefined : `its endpoint ${problem}`;
}

const isSet = (value: Json | undefined): value is Exclude<Json, null> => value !== undefined && value !== null;

/** What does not belong to addresses of this kind. Names only: a value may be a secret. */
function strange(more: JsonObject, scheme: string, known = ''): string | undefined {
  const [name] = Object.keys(more).filter((key) => isSet(more[key]));
  return name === undefined ? undefined : `\`${name}\` does not belong to ${scheme}:// addresses${known}`;
}

const notText = (name: string, value: Json | undefined): string | undefined =>
  !isSet(value) || (typeof value === 'string' && value !== '') ? undefined : `\`${name}\` must be a text`;

function notReference(name: string, value: Json | undefined): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('ref://'))
    return `\`${name}\` must be a reference to a secret: ref://NAME`;
  const parsed = parseSecretUri(value);
  return 'because' in parsed ? `\`${name}\`: the reference ${parsed.because}` : undefined;
}
