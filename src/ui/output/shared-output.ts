import {z} from 'zod';
import {AnyJson, DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {UsedInOutput} from './use-output.ts';

const ListedUserOutput = z.strictObject({
  stack: z.string().meta({description: 'PROJECT/STACK.'}),
  workspace: z.exactOptional(z.string()).meta({
    description: 'The workspace of the stack, if it is another one: the shared resource holds its kubeconfig.',
  }),
  revision: z.int().meta({description: 'The revision of the stack that uses it.'}),
  sharedRevision: z.exactOptional(z.int()).meta({
    description: 'The revision of the shared stack whose values it has. Absent: both were created in one run.',
  }),
  fields: z.array(UsedInOutput),
});

const TypeOutput = z.enum(['Kubernetes', 'Terraform']).meta({description: 'The runtime of the resource.'});
const StackOutput = z
  .string()
  .meta({description: 'The shared stack: shared/STACK. `external`: a resource that Gantry only reads.'});

const ExternalOutput = z.strictObject({
  type: TypeOutput,
  state: z.enum(['verified', 'unverified', 'gone', 'replaced']).meta({
    description:
      'The comparison with the cluster, or with the provider of a Terraform resource. `unverified`: it was not asked. `replaced`: another object has the id.',
  }),
  uid: z
    .exactOptional(z.string())
    .meta({description: 'The uid of the object at its registration; the id at the provider of a Terraform resource.'}),
  addedAt: z.string().meta({description: 'The time of the registration.'}),
  addedBy: z
    .strictObject({
      user: z.string().meta({description: 'The user on that machine.'}),
      host: z.string().meta({description: 'The name of that machine.'}),
      run: z.exactOptional(z.string()).meta({description: 'The URL of the CI run.'}),
      account: z.exactOptional(z.string()).meta({description: 'The name of the user in the cluster.'}),
    })
    .meta({description: 'The user of the registration.'}),
});

const SharedResourceOutput = z.strictObject({
  id: z.string(),
  stack: StackOutput,
  revision: z.exactOptional(z.int()).meta({
    description: 'The last revision of the shared stack. Absent for an external resource.',
  }),
  external: z.exactOptional(ExternalOutput).meta({description: 'Present for a resource that Gantry only reads.'}),
  claim: z
    .exactOptional(z.string())
    .meta({description: 'The recipe of the shared stack that created it for claims: TYPE/CLASS.'}),
  usedBy: z.array(ListedUserOutput),
  unusedSince: z.exactOptional(z.string()).meta({
    description: 'The time since when no stack is known to use it. Present with --unused-for.',
  }),
});

/** The document that `shared list -o json` writes. */
export const SharedListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    resources: z.array(SharedResourceOutput),
  })
  .meta({title: 'Gantry shared resources'});

/** The document that `shared show -o json` writes. */
export const SharedShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    ...SharedResourceOutput.shape,
    outputs: z.exactOptional(AnyJson).meta({
      description: 'The values that references can take. Absent: an external resource, and the cluster was not asked.',
    }),
  })
  .meta({title: 'Gantry shared resource'});

/** The document that `shared graph -o json` writes. */
export const SharedGraphOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    resources: z.array(z.strictObject({id: z.string(), stack: StackOutput, claim: SharedResourceOutput.shape.claim})),
    users: z.array(z.string()).meta({description: 'The stacks that use them, as PROJECT/STACK.'}),
    edges: z.array(
      z.strictObject({
        user: z.string().meta({description: 'PROJECT/STACK.'}),
        id: z.string().meta({description: 'The shared resource that it uses.'}),
        stack: StackOutput,
        fields: z.array(UsedInOutput),
      }),
    ),
  })
  .meta({title: 'Gantry graph of shared resources'});

/** The document that `shared add -o json` writes. */
export const SharedAddOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    resources: z.array(
      z.strictObject({
        id: z.string(),
        type: TypeOutput,
        outcome: z.enum(['added', 'unchanged', 'updated']).meta({
          description: '`updated`: the registration has a new identity or new extensions now.',
        }),
        uid: z
          .exactOptional(z.string())
          .meta({description: 'The uid of the live object; the id at the provider of a Terraform resource.'}),
      }),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry shared add'});

/** The document that `shared remove -o json` writes. */
export const SharedRemoveOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    id: z.string(),
    outcome: z.enum(['removed', 'declined']).meta({description: '`declined`: the question was answered with no.'}),
  })
  .meta({title: 'Gantry shared remove'});
