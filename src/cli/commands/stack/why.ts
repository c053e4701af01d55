import type {Command} from 'commander';
import type {explainResource} from '../../../app/explain-resource.ts';
import {whyText} from '../../../ui/text/stack/why-text.ts';
import {planRequest, type ShapeFlags, shapeFlags} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry why`. Tests pass their own. */
export type ExplainResource = typeof explainResource;

const explainLazily: ExplainResource = async (request, deps) =>
  (await import('../../../app/explain-resource.ts')).explainResource(request, deps);

/** Defines `gantry why ID [PATH]`: explains one resource or field in the plan of a preview. */
export const defineWhy = (command: Command, open: OpenSession, run: ExplainResource = explainLazily): Command =>
  shapeFlags(
    command
      .argument('<id>', 'the id of the resource, for example apps/v1:Deployment:shop:web; or ID#PATH')
      .argument('[path]', 'one field of the resource, for example spec.replicas'),
  )
    .addHelpText('after', '\ngantry why makes the same plan as gantry preview with the same options.')
    .action(async (id: string, path: string | undefined, flags: ShapeFlags) => {
      const session = await open();
      const about = path === undefined ? {id} : {id, path};
      const explained = await run({...planRequest(flags, session), ...about}, session.deps);
      await session.print({
        document: explained,
        text: (style) => whyText(explained, style),
        diagnostics: explained.diagnostics,
      });
    });
