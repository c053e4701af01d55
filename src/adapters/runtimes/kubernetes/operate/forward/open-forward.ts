import type {Forward, ForwardRequest, ReleasedStack} from '../../../../../ports/operations.ts';
import type {Operating} from '../open-operations.ts';

/** The way from this machine to a ready pod behind a Service. */
export async function openForward(_: Operating, __: ReleasedStack, ___: ForwardRequest): Promise<Forward> {
  return {carry: async (local) => local.destroy()};
}
