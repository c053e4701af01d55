import {createHmac, randomUUID} from 'node:crypto';
import type {Secret} from '../../../core/secret/secret.ts';
import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {defined} from '../../../lib/defined.ts';
import type {Notifier, NotifierDeps} from '../../../ports/notifier.ts';

/** The settings of a webhook, with its secrets. */
export type Webhook = {
  readonly url: Secret;
  readonly token: Secret | undefined;
  readonly signingKey: Secret | undefined;
  readonly ca: string | undefined;
};

/** Returns a target that posts a JSON document. Each message has an id, so that a receiver recognises a repeated request. */
export function webhookNotifier({url, token, signingKey, ca}: Webhook, {http}: Pick<NotifierDeps, 'http'>): Notifier {
  return {
    escape: (value) => value,
    send: async ({isChange: _, ...message}) => {
      const problem = httpsProblem(url.reveal());
      if (problem !== undefined) return {problem: `the value of \`url\` ${problem}`};
      const body = JSON.stringify({formatVersion: 1, id: randomUUID(), ...message});
      const answer = await http({
        url: url.reveal(),
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...defined({
            authorization: token && `Bearer ${token.reveal()}`,
            'gantry-signature': signingKey && `sha256=${signatureOf(body, signingKey)}`,
          }),
        },
        body,
        ca,
        isRepeatable: true,
      });
      return 'problem' in answer ? answer : undefined;
    },
  };
}

const signatureOf = (body: string, key: Secret): string =>
  createHmac('sha256', key.reveal()).update(body).digest('hex');
