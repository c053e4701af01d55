import type {JsonObject} from '../../../core/json.ts';
import {noAnswer} from '../../../core/secret/no-answer.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import {awsProblem} from '../login/aws-problem.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';

type Use = {readonly key: string; readonly action: 'Encrypt' | 'Decrypt'; readonly env: AwsEnvironment};

/** Returns the error for a response of KMS, in the form of the SDK's errors. */
export function refusal(status: number, {__type: type, message}: JsonObject): Error {
  const name = typeof type === 'string' ? (type.split('#').at(-1) ?? type) : `HTTP ${status}`;
  return Object.assign(new Error(typeof message === 'string' ? message : ''), {
    name,
    $metadata: {httpStatusCode: status},
  });
}

/** Returns the reason why a key of AWS KMS was not used. */
export function awsKmsProblem(error: unknown, {key, action, env}: Use): NoDataKey {
  if (error instanceof HttpsFailure) return noAnswer(error, 'Set AWS_CA_BUNDLE to the PEM file of its authority.');
  switch (error instanceof Error ? error.name : '') {
    case 'NotFoundException':
      return {because: `the key ${key} was not found in AWS KMS`, hint: 'Check `key` and `region`.'};
    case 'DisabledException':
      return {because: `the key ${key} of AWS KMS is disabled`, hint: 'Enable it: aws kms enable-key --key-id KEY'};
    case 'KMSInvalidStateException':
      return {
        because: `the key ${key} of AWS KMS cannot be used: it is scheduled for deletion, or its key material is missing`,
        hint: 'Restore it: aws kms cancel-key-deletion --key-id KEY, then aws kms enable-key --key-id KEY',
      };
    case 'InvalidKeyUsageException':
      return {
        because: `the key ${key} of AWS KMS is not for encryption`,
        hint: 'Use a symmetric key: SYMMETRIC_DEFAULT.',
      };
    case 'IncorrectKeyException':
    case 'InvalidCiphertextException':
      return {
        because: `the key ${key} of AWS KMS did not encrypt this data key with this \`context\`, or the data key was changed`,
        hint: 'Declare the key and the `context` that it was encrypted with.',
      };
    case 'AccessDeniedException':
      return {
        because: `permission to use the key ${key} in AWS KMS is denied`,
        hint: `Grant kms:${action} on it, in the key policy and in the policy of the user.`,
      };
    case 'KeyUnavailableException':
    case 'DependencyTimeoutException':
    case 'KMSInternalException':
      return {because: `AWS KMS cannot use the key ${key} at the moment`, hint: 'Run the command again.'};
    default: {
      const {because, hint} = awsProblem(error, {name: `the key ${key}`, action: `kms:${action}`, env});
      return {because, hint};
    }
  }
}
