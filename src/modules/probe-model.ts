import {z} from 'zod';
import {probeAddress} from '../kubernetes/application/probe.ts';

const Headers = z.record(
  z.string().regex(/^[-A-Za-z0-9]+$/, {error: 'a header has letters, digits and `-`'}),
  z.string(),
);

const address = (schemes: readonly string[], example: string) =>
  z.string().refine((url) => schemes.includes(probeAddress(url)?.scheme ?? ''), {
    error: `must be an address such as ${example}`,
  });

const Http = z
  .strictObject({
    url: address(['http', 'https'], 'http://localhost:8080/healthz').meta({
      description: 'The address. The host `localhost` is the pod itself.',
    }),
    headers: Headers.optional().meta({description: 'Headers of the request.'}),
  })
  .optional()
  .meta({description: 'An HTTP request.'});

const Exec = z
  .strictObject({command: z.array(z.string()).min(1).meta({description: 'The command and its arguments.'})})
  .optional()
  .meta({description: 'A command in the container.'});

const Tcp = z
  .strictObject({url: address(['tcp'], 'tcp://localhost:5432').meta({description: 'The address.'})})
  .optional()
  .meta({description: 'A TCP connection.'});

/** Refuses an action that is not exactly one. */
function requireOne(names: string) {
  return (action: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const given = ['http', 'exec', 'tcp'].filter((name) => action[name] !== undefined);
    if (given.length !== 1) context.addIssue({code: 'custom', message: `an action must have exactly one of ${names}`});
  };
}

const seconds = (description: string) => z.int().min(0).optional().meta({description});

/** The schema of a probe. */
export const Probe = z
  .strictObject({
    http: Http,
    exec: Exec,
    tcp: Tcp,
    initialDelaySeconds: seconds('Seconds before the first probe.'),
    timeoutSeconds: seconds('Seconds after which a probe has failed.'),
    periodSeconds: seconds('Seconds between two probes.'),
    successThreshold: seconds('Successes after a failure.'),
    failureThreshold: seconds('Failures after which the container counts as failed.'),
    terminationGracePeriod: seconds('Seconds for the container to end after a failed probe.'),
  })
  .superRefine(requireOne('`http`, `exec` and `tcp`'))
  .meta({examples: [{http: {url: 'http://localhost:8080/healthz'}, periodSeconds: 10}]});

const Action = z.strictObject({http: Http, exec: Exec}).superRefine(requireOne('`http` and `exec`'));

/** The schema of the actions at the start and at the end of a container. */
export const Lifecycle = z.strictObject({
  postStart: Action.optional().meta({description: 'The action after the start.'}),
  preStop: Action.optional().meta({description: 'The action before the end.'}),
});
