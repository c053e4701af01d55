import {watchTerraform} from './main/watch-terraform.ts';

void watchTerraform();
