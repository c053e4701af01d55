import {createHash, createHmac} from 'node:crypto';
import {type Answer, type Asked, type HttpDouble, httpDouble} from './http-double.ts';

/**
 * A double of Alibaba Cloud's Key Management Service, written from its documentation: GetSecretValue (2016-01-20), the errors of
 * OpenAPI, and the signature ACS3-HMAC-SHA256 (version 3).
 */
export type AlicloudDouble = HttpDouble & {
  /** By name, the oldest version first; the last one is ACSCurrent, the one before it ACSPrevious. */
  readonly secrets: Map<string, readonly AlicloudVersion[]>;
  readonly keys: Readonly<{accessKeyId: string; accessKeySecret: string; securityToken?: string}>;
};

export type AlicloudVersion = {
  readonly id: string;
  readonly data: string;
  readonly type?: 'text' | 'binary';
  readonly stages?: readonly string[];
  /** Of a secret that is rotated for a database: which version was asked for is ignored. */
  readonly managed?: true;
};

export async function alicloudDouble(keys: AlicloudDouble['keys']): Promise<AlicloudDouble> {
  const secrets = new Map<string, readonly AlicloudVersion[]>();
  const double = await httpDouble((asked) => answer(asked, secrets, keys), {tls: false});
  return Object.assign(double, {secrets, keys});
}

function answer(asked: Asked, secrets: AlicloudDouble['secrets'], keys: AlicloudDouble['keys']): Answer {
  const {headers, query} = asked;
  if (headers['x-acs-action'] !== 'GetSecretValue' || headers['x-acs-version'] !== '2016-01-20')
    return problem(404, 'InvalidAction.NotFound');
  const refused = signatureProblem(asked, keys);
  if (refused !== undefined) return refused;
  const name = query.get('SecretName') ?? '';
  const versions = secrets.get(name);
  const found = versions === undefined ? undefined : pick(versions, query);
  if (found === undefined) return problem(404, 'Forbidden.ResourceNotFound');
  const index = versions?.indexOf(found) ?? 0;
  return {status: 200, body: bodyOf(name, found, stagesOf(versions ?? [], index))};
}

function pick(versions: readonly AlicloudVersion[], query: URLSearchParams): AlicloudVersion | undefined {
  const [id, stage] = [query.get('VersionId'), query.get('VersionStage')];
  const managed = versions.some((version) => version.managed);
  if (id !== null && !managed) return versions.find((version) => version.id === id);
  return versions.findLast((_, index) => stagesOf(versions, index).includes(stage ?? 'ACSCurrent'));
}

const stagesOf = (versions: readonly AlicloudVersion[], index: number): readonly string[] => [
  ...(index === versions.length - 1 ? ['ACSCurrent'] : index === versions.length - 2 ? ['ACSPrevious'] : []),
  ...(versions[index]?.stages ?? []),
];

/** What GetSecretValue answers. */
export const bodyOf = (
  name: string,
  {id, data, type = 'text', managed}: AlicloudVersion,
  stages: readonly string[],
) => ({
  SecretName: name,
  SecretType: managed ? 'Rds' : 'Generic',
  SecretData: data,
  SecretDataType: type,
  VersionId: id,
  VersionStages: {VersionStage: stages},
  CreateTime: '2020-02-21T15:39:26Z',
  RequestId: '6a3e9c36-1150-4881-84d3-eb8672fcafad',
  AutomaticRotation: 'Disabled',
});

export const problem = (status: number, Code: string): Answer => ({
  status,
  body: {
    RequestId: '6a3e9c36-1150-4881-84d3-eb8672fcafad',
    HostId: 'kms.cn-hangzhou.aliyuncs.com',
    Code,
    Message: `what was sent: canary-of-the-message`,
    Recommend: 'https://api.aliyun.com/troubleshoot',
  },
});

/** As the documentation of the signature counts its steps. */
function signatureProblem(
  {method, path, query, headers, body}: Asked,
  keys: AlicloudDouble['keys'],
): Answer | undefined {
  const parts = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? '',
  );
  if (parts === null) return problem(400, 'IncompleteSignature');
  const [, id, signedHeaders = '', signature] = parts;
  if (id !== keys.accessKeyId) return problem(404, 'InvalidAccessKeyId.NotFound');
  if (headers['x-acs-security-token'] !== keys.securityToken) return problem(400, 'InvalidSecurityToken.Expired');
  const canonicalQuery = [...query]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  const canonicalHeaders = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const request = [method, path, canonicalQuery, canonicalHeaders.join(''), signedHeaders, hash(body)].join('\n');
  const wanted = createHmac('sha256', keys.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${hash(request)}`)
    .digest('hex');
  return signature === wanted ? undefined : problem(400, 'SignatureDoesNotMatch');
}
