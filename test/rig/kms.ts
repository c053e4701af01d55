import {isObject, type JsonObject} from '../../src/core/json.ts';

/** Sends a request to the KMS of moto, which does not check signatures, but reads the region and the service from them. */
export async function askMoto(endpoint: string, action: string, body: JsonObject): Promise<JsonObject> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${action}`,
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIATEST/20260101/us-east-1/kms/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
}

/** Makes a symmetric key and returns its ARN. */
export async function kmsKey(endpoint: string): Promise<string> {
  const {KeyMetadata} = await askMoto(endpoint, 'CreateKey', {});
  if (!isObject(KeyMetadata)) throw new Error('moto made no key');
  return String(KeyMetadata['Arn']);
}
