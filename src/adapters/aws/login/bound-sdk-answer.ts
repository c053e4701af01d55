import {Readable} from 'node:stream';
import {boundBytes} from './bound-bytes.ts';

/** Where the handler of an AWS SDK has an answer, before the SDK collects it whole. */
export const AT_ANSWER = {step: 'deserialize', priority: 'low', name: 'gantryBoundsAnswers'} as const;

/** The same answer, of an object, a list or an error; whoever reads more of its body gets that error, and the connection is closed. */
export function boundSdkAnswer<T extends {readonly response: unknown}>(
  result: T,
  maxBytes: number,
  tooMany: () => Error,
): T {
  const response = result.response as {body?: unknown};
  if (response.body instanceof Readable) response.body = boundBytes(response.body, maxBytes, tooMany);
  return result;
}
