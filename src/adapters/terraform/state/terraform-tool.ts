import type {TerraformTool} from '../../../ports/terraform-tool.ts';
import {decodeStored, serialOf} from '../stored.ts';
import {textAt} from '../text-at.ts';
import {runOnState} from './run-on-state.ts';
import {takeState} from './take-state.ts';
import type {ToolOptions} from './with-state.ts';

/** Returns the commands of terraform or tofu on copies of states. The program is looked for at the first use. */
export const terraformTool = (options: ToolOptions): TerraformTool => ({
  take: (file) => takeState(options, file),
  run: (command) => runOnState(options, command),
  originOf: (document) => {
    const {state = {}} = decodeStored(document);
    return {lineage: textAt(state, 'lineage'), serial: serialOf(state)};
  },
});
