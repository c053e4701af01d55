import {testGuide} from '../guide.ts';

testGuide('leave-gantry');
