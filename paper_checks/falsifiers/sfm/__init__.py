"""What each claim about SFM must see, module by module as the claims."""
