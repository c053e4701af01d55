import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {WorkspaceCurrentOutput} from '../../config/documents/workspace-output.ts';
import {PLACE_KINDS} from '../../config/kubeconfig-places.ts';
import {ErrorBody} from './error-output.ts';

const Source = z.discriminatedUnion('kind', [
  z.strictObject({kind: z.literal('context'), file: z.string(), line: z.int(), key: z.string()}),
  z.strictObject({kind: z.literal('workspace'), file: z.string(), line: z.int(), field: z.string()}),
  z.strictObject({kind: z.literal('spec'), key: z.string()}),
  z.strictObject({kind: z.literal('environment'), variable: z.string()}),
  z.strictObject({kind: z.literal('extension'), resource: z.string()}),
  z.strictObject({kind: z.literal('provider-meta'), resource: z.string(), field: z.string()}),
  z.strictObject({kind: z.literal('default'), what: z.string()}),
]);

const Value = z.strictObject({
  name: z.string(),
  value: z.string().meta({description: 'The value. A value that is or may be a secret is ***.'}),
  source: Source,
});

/** The cluster of the kubeconfig. With `error`, the kubeconfig cannot be used, and no lower level replaces it. */
const Kubeconfig = z.strictObject({
  field: z.string(),
  from: z.exactOptional(z.enum(['content', 'files', 'sandbox', 'in-cluster', 'reference', ...PLACE_KINDS])),
  files: z.exactOptional(z.array(z.string())),
  address: z.exactOptional(z.string()).meta({description: 'The address to fetch it from. No request was sent.'}),
  context: z.exactOptional(z.string()),
  cluster: z.exactOptional(z.string()),
  user: z.exactOptional(z.string()),
  namespace: z.exactOptional(z.string()),
  server: z.exactOptional(z.string()),
  error: z.exactOptional(ErrorBody),
});

/** The document that `workspace explain -o json` writes. */
export const WorkspaceExplainOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: WorkspaceCurrentOutput.omit({formatVersion: true}),
    kubeconfig: z.exactOptional(Kubeconfig),
    values: z.array(Value.extend({shadowed: z.array(Value)})),
    diagnostics: z.array(DiagnosticOutput),
    error: z.exactOptional(ErrorBody),
  })
  .meta({title: 'Gantry workspace explain'});
