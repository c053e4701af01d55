import {testGuide} from '../guide.ts';

testGuide('instead-of-kubeconfig');
