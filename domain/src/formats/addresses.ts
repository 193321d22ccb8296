/** Whether an address is https, without a name and password in it, which would only pretend to be another host. */
export function isHttpsAddress(value: string): boolean {
  if (!/^https:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
