import { createBackend } from './backend';
import { mount } from './mount';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
mount(root, createBackend);
