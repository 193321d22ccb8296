// What the app and other features use of the constitution.
export { counted, needs, offices, week } from './facts'
