import {z} from 'zod';

const PortNumber = z.int().min(1, {error: 'must be from 1 to 65535'}).max(65535, {error: 'must be from 1 to 65535'});

const PortModel = z.strictObject({
  port: PortNumber.optional().meta({description: 'The port of the Service. Default: 80.'}),
  targetPort: PortNumber.optional().meta({description: 'The port of the container. Default: `port`.'}),
  protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional().meta({description: 'The protocol. Default: TCP.'}),
  public: z
    .boolean()
    .optional()
    .meta({description: 'True: a load balancer makes the port reachable from outside of the cluster.'}),
});

/** A port as the file has it. */
export type WrittenPort = z.infer<typeof PortModel>;

/** The schema of the ports of an application. A port and its protocol are unique. */
export const Ports = z.array(PortModel).superRefine((ports, context) => {
  const seen = new Set<string>();
  for (const [index, {port = DEFAULT_PORT, protocol = 'TCP', public: isPublic = false}] of ports.entries()) {
    const key = `${port} ${protocol} ${isPublic}`;
    if (seen.has(key)) context.addIssue({code: 'custom', path: [index], message: `the port ${port} is listed twice`});
    seen.add(key);
  }
});

const DEFAULT_PORT = 80;

/** Returns ports with the default of `port`. */
export const withDefaults = (ports: readonly WrittenPort[] = []) =>
  ports.map((port) => ({...port, port: port.port ?? DEFAULT_PORT}));
