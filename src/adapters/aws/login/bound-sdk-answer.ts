import {Readable} from 'node:stream';
import {boundBytes} from './bound-bytes.ts';

/** The step of the AWS SDK that has a response before the SDK collects it in memory. */
export const AT_ANSWER = {step: 'deserialize', priority: 'low', name: 'gantryBoundsAnswers'} as const;

/** Limits the body of a response (object, list or error). Reading more throws the error and closes the connection. */
export function boundSdkAnswer<T extends {readonly response: unknown}>(
  result: T,
  maxBytes: number,
  tooMany: () => Error,
): T {
  const response = result.response as {body?: unknown};
  if (response.body instanceof Readable) response.body = boundBytes(response.body, maxBytes, tooMany);
  return result;
}
