import type {S3Client} from '@aws-sdk/client-s3';
import {AT_ANSWER, boundSdkAnswer} from './bound-sdk-answer.ts';

/** Refuses every request to an address with a problem, also one that a profile or a redirect caused. */
export function guardAddresses(client: S3Client, problemOf: (server: string) => Error | undefined): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const {protocol, hostname} = args.request as {readonly protocol?: string; readonly hostname?: string};
      const problem = problemOf(`${protocol}//${hostname}`);
      if (problem !== undefined) throw problem;
      return next(args);
    },
    {step: 'finalizeRequest', priority: 'low', name: 'gantryGuardsAddresses'},
  );
}

/** Limits the size of all responses, because the SDK collects each of them in memory. */
export function guardSizes(client: S3Client, maxBytes: number, tooMany: () => Error): void {
  client.middlewareStack.add((next) => async (args) => boundSdkAnswer(await next(args), maxBytes, tooMany), AT_ANSWER);
}
